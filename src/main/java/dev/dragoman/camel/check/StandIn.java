package dev.dragoman.camel.check;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
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
            MethodTypeDesc.of(CD_void, ClassDesc.of(Exchange.class.getName()));

    private StandIn() {}

    /**
     * Creates a new class with these methods, and an instance of it.
     *
     * @param methods names of the methods; each takes an Exchange
     * @param processor whether the class implements Processor
     */
    static Object with(Set<String> methods, boolean processor) {
        var name = StandIn.class.getName() + NUMBER.incrementAndGet();
        Consumer<ClassBuilder> content =
                type -> {
                    type.withFlags(ClassFile.ACC_PUBLIC);
                    if (processor) {
                        type.withInterfaceSymbols(ClassDesc.of(Processor.class.getName()));
                    }
                    type.withMethodBody(
                            INIT_NAME,
                            MTD_void,
                            ClassFile.ACC_PUBLIC,
                            code ->
                                    code.aload(0)
                                            .invokespecial(CD_Object, INIT_NAME, MTD_void)
                                            .return_());
                    for (var method : methods) {
                        type.withMethodBody(
                                method, STEP, ClassFile.ACC_PUBLIC, code -> code.return_());
                    }
                };
        var bytes = ClassFile.of().build(ClassDesc.of(name), content);
        try {
            return MethodHandles.lookup().defineClass(bytes).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
