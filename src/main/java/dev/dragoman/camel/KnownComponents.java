package dev.dragoman.camel;

import dev.dragoman.camel.confine.RouteBeanComponent;
import java.util.Set;
import org.apache.camel.CamelContext;
import org.apache.camel.Component;
import org.apache.camel.spi.ComponentResolver;

/**
 * Finds the components that routes may use, and no others of those on the class path: an address
 * that is only known when a route runs must not reach what the check of files would refuse.
 * Immutable.
 */
public final class KnownComponents implements ComponentResolver {
    /** What files may name as scheme. */
    public static final Set<String> SCHEMES =
            Set.of(
                    "kubernetes-reconcile",
                    "kubernetes-apply",
                    "kubernetes-status",
                    "kubernetes-event",
                    "kubernetes-finalizer",
                    "azure-arm",
                    "dragoman-point",
                    "bean",
                    "direct",
                    "https",
                    "kamelet",
                    "log",
                    "timer");

    /** Serves health and metrics. */
    private static final String MANAGEMENT = "platform-http";

    private final ComponentResolver all;

    private KnownComponents(ComponentResolver all) {
        this.all = all;
    }

    /** Leaves the context no others; those that were added to it by name stay. */
    public static void only(CamelContext context) {
        var extension = context.getCamelContextExtension();
        extension.addContextPlugin(
                ComponentResolver.class,
                new KnownComponents(extension.getContextPlugin(ComponentResolver.class)));
    }

    @Override
    public Component resolveComponent(String name, CamelContext context) throws Exception {
        // https is added by name: what the class path has under it goes to any host
        boolean known = SCHEMES.contains(name) || MANAGEMENT.equals(name);
        if (!known || "https".equals(name)) {
            return null;
        }
        return "bean".equals(name) ? new RouteBeanComponent() : all.resolveComponent(name, context);
    }
}
