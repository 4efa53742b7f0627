package dev.dragoman.camel.check;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.dragoman.camel.CamelRuntime;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.confine.ConfinedContext;
import dev.dragoman.camel.confine.RouteBeans;
import dev.dragoman.camel.https.HttpsAccess;
import dev.dragoman.camel.https.OverlaySecrets;
import dev.dragoman.camel.point.PointBeans;
import dev.dragoman.reconcile.KindSet;
import java.io.IOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.StartupSummaryLevel;
import org.apache.camel.component.kamelet.KameletComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.PluginHelper;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * A Camel context with all routes and kamelets, without a cluster. Stand-ins, whose methods do
 * nothing, replace the beans of the running operator. Routes are not started.
 */
final class TrialContext implements AutoCloseable {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final MethodTypeDesc STEP =
            MethodTypeDesc.of(CD_void, ClassDesc.of(Exchange.class.getName()));

    private static final Pattern BEAN = Pattern.compile("bean:([A-Za-z0-9_-]+).*");

    private final ConfinedContext camel;
    private final Overlays overlays;

    /**
     * @param settings the operator's values of the placeholders that routes use
     * @param beans classes of the operator's beans, by name
     */
    TrialContext(
            Overlays overlays,
            Map<String, String> settings,
            Map<String, Class<?>> beans,
            HttpsAccess https,
            OverlaySecrets secrets) {
        this.overlays = overlays;
        camel = new ConfinedContext(overlays.directories());
        camel.build();
        // log lines about the shutdown of this context would confuse readers of an operator's start
        camel.setStartupSummaryLevel(StartupSummaryLevel.Off);
        camel.setAutoStartup(false);
        camel.getPropertiesComponent()
                .addLocation("classpath:application.properties;optional=true");
        camel.getPropertiesComponent()
                .addInitialProperty("camel.component.kamelet.location", overlays.kameletLocation());
        settings.forEach(camel.getPropertiesComponent()::addOverrideProperty);
        CamelRuntime.fence(camel, https.unsent(), secrets);
        PointBeans.ALL.forEach(camel.getRegistry()::bind);
        // if a name is bound twice, Camel uses the first bean
        beans.forEach(
                (name, type) -> {
                    if (!PointBeans.ALL.containsKey(name)) {
                        standIn(name, type);
                    }
                });
        camel.getComponent("kamelet", KameletComponent.class)
                .setLocation(overlays.kameletLocation());
    }

    DefaultCamelContext camel() {
        return camel;
    }

    /**
     * All route files and files of steps. Creates stand-ins for the beans that these files name.
     */
    Collection<Resource> resources(String builtInRoutes) throws IOException {
        var resources =
                overlays.collector().findRouteResourcesFromDirectory(camel, null, builtInRoutes);
        for (var resource : resources) {
            standIns(resource);
        }
        return resources;
    }

    /**
     * Builds the routes of a file.
     *
     * @throws Exception when Camel cannot build them
     */
    void load(Resource resource) throws Exception {
        PluginHelper.getRoutesLoader(camel).loadRoutes(resource);
    }

    /** Creates stand-ins for the beans that a file names. */
    void standIns(YamlFile file) {
        standIns(file.root());
    }

    @Override
    public void close() {
        camel.stop();
    }

    /** Creates stand-ins for the beans that a built-in or overlay file names. */
    private void standIns(Resource resource) throws IOException {
        try (var in = resource.getInputStream()) {
            new Compose(LoadSettings.builder().build())
                    .composeInputStream(in)
                    .ifPresent(this::standIns);
        } catch (YamlEngineException unreadable) {
            // load() reports the line and the reason
            return;
        }
    }

    /**
     * Binds a stand-in for each bean that the node names, if none is bound. Other checks look at
     * names and methods of beans.
     */
    private void standIns(Node node) {
        YamlFile.items(node).forEach(this::standIns);
        for (var entry : YamlFile.entries(node)) {
            var text = YamlFile.text(entry.getValueNode());
            var bean = BEAN.matcher(text);
            if (bean.matches()) {
                standIn(bean.group(1));
            } else if ("ref".equals(YamlFile.text(entry.getKeyNode()))) {
                standIn(text);
            }
            standIns(entry.getValueNode());
        }
    }

    private void standIn(String name, Class<?> type) {
        boolean processor = Processor.class.isAssignableFrom(type);
        camel.getRegistry()
                .bind(
                        name,
                        type == KindSet.class
                                ? new KindSet(List.of())
                                : standIn(RouteBeans.methods(type), processor));
    }

    private void standIn(String name) {
        if (camel.getRegistry().lookupByName(name) == null) {
            Processor nothing = exchange -> {};
            camel.getRegistry().bind(name, nothing);
        }
    }

    /**
     * Creates a new class with these methods, and an instance of it, for a bean that only the
     * running operator has. Camel looks methods up when it builds some kinds of calls. The methods
     * do nothing.
     *
     * @param methods names of the methods; each takes an Exchange
     * @param processor whether the class implements Processor
     */
    static Object standIn(Set<String> methods, boolean processor) {
        var name = TrialContext.class.getPackageName() + ".StandIn" + NUMBER.incrementAndGet();
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
