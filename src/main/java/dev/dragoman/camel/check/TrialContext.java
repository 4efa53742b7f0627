package dev.dragoman.camel.check;

import dev.dragoman.camel.CamelRuntime;
import dev.dragoman.reconcile.KindSet;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.confine.ConfinedContext;
import dev.dragoman.camel.https.HttpsAccess;
import dev.dragoman.camel.https.OverlaySecrets;
import dev.dragoman.camel.point.PointBeans;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.camel.Processor;
import org.apache.camel.StartupSummaryLevel;
import org.apache.camel.component.kamelet.KameletComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.PluginHelper;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Camel with all routes and kamelets, without a cluster: beans that only the running operator has
 * are stand-ins which do nothing. No route is started by it.
 */
final class TrialContext implements AutoCloseable {
    private static final Pattern BEAN = Pattern.compile("bean:([A-Za-z0-9_-]+).*");

    private final ConfinedContext camel;
    private final Overlays overlays;

    /**
     * @param beans classes of those that the operator has, by name
     */
    TrialContext(
            Overlays overlays,
            Map<String, Class<?>> beans,
            HttpsAccess https,
            OverlaySecrets secrets) {
        this.overlays = overlays;
        camel = new ConfinedContext(overlays.directories());
        camel.build();
        // at the start of an operator "shutting down" is not what anybody wants to read
        camel.setStartupSummaryLevel(StartupSummaryLevel.Off);
        camel.setAutoStartup(false);
        camel.getPropertiesComponent()
                .addLocation("classpath:application.properties;optional=true");
        camel.getPropertiesComponent()
                .addInitialProperty("camel.component.kamelet.location", overlays.kameletLocation());
        CamelRuntime.fence(camel, https.unsent(), secrets);
        PointBeans.ALL.forEach(camel.getRegistry()::bind);
        // of two beans of one name Camel would take the first
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

    /** All route files and files of steps; what they name as a bean has a stand-in then. */
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
     * @throws Exception whatever Camel says of it
     */
    void load(Resource resource) throws Exception {
        PluginHelper.getRoutesLoader(camel).loadRoutes(resource);
    }

    /** Stand-ins for what a file names. */
    void standIns(YamlFile file) {
        standIns(file.root());
    }

    @Override
    public void close() {
        camel.stop();
    }

    /** What is built in names beans too; its own mistakes are for its tests to find. */
    private void standIns(Resource resource) throws IOException {
        try (var in = resource.getInputStream()) {
            new Compose(LoadSettings.builder().build())
                    .composeInputStream(in)
                    .ifPresent(this::standIns);
        } catch (YamlEngineException unreadable) {
            // loading it says where and why
            return;
        }
    }

    /** Beans only exist in the running operator; their names and methods are checked elsewhere. */
    private void standIns(Node node) {
        if (node instanceof SequenceNode list) {
            list.getValue().forEach(this::standIns);
        } else if (node instanceof MappingNode map) {
            for (var entry : map.getValue()) {
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
    }

    private void standIn(String name, Class<?> type) {
        if (type == KindSet.class) {
            camel.getRegistry().bind(name, new KindSet(List.of()));
        } else {
            camel.getRegistry()
                    .bind(
                            name,
                            StandIn.with(
                                    BeanCalls.steps(type), Processor.class.isAssignableFrom(type)));
        }
    }

    private void standIn(String name) {
        if (camel.getRegistry().lookupByName(name) == null) {
            Processor nothing = exchange -> {};
            camel.getRegistry().bind(name, nothing);
        }
    }
}
