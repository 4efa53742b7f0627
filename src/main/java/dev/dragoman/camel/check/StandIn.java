package dev.dragoman.camel.check;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Creates stand-ins for beans that only the running operator has. A stand-in has the bean's methods
 * for routes, because Camel looks methods up when it builds some kinds of calls. The methods do
 * nothing.
 */
final class StandIn {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final MethodTypeDesc STEP =
            MethodTypeDesc.of(ConstantDescs.CD_void, ClassDesc.of(Exchange.class.getName()));

    private StandIn() {}

    /**
     * Creates a new class with these methods, and an instance of it.
     *
     * @param methods names of the methods; each takes an Exchange
     * @param processor whether the class implements Processor
     */
    static Object with(Set<String> methods, boolean processor) {
        var name = StandIn.class.getName() + NUMBER.incrementAndGet();
        var bytes =
                ClassFile.of()
                        .build(
                                ClassDesc.of(name),
                                type -> {
                                    type.withFlags(ClassFile.ACC_PUBLIC);
                                    if (processor) {
                                        type.withInterfaceSymbols(
                                                ClassDesc.of(Processor.class.getName()));
                                    }
                                    type.withMethodBody(
                                            ConstantDescs.INIT_NAME,
                                            ConstantDescs.MTD_void,
                                            ClassFile.ACC_PUBLIC,
                                            code ->
                                                    code.aload(0)
                                                            .invokespecial(
                                                                    ConstantDescs.CD_Object,
                                                                    ConstantDescs.INIT_NAME,
                                                                    ConstantDescs.MTD_void)
                                                            .return_());
                                    methods.forEach(
                                            method ->
                                                    type.withMethodBody(
                                                            method,
                                                            STEP,
                                                            ClassFile.ACC_PUBLIC,
                                                            code -> code.return_()));
                                });
        try {
            return MethodHandles.lookup().defineClass(bytes).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
