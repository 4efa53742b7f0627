package dev.dragoman.camel;

import dev.dragoman.camel.confine.RouteBeanComponent;
import dev.dragoman.camel.servicebus.EventsComponent;
import dev.dragoman.camel.vault.VaultComponent;
import java.util.Set;
import org.apache.camel.CamelContext;
import org.apache.camel.Component;
import org.apache.camel.spi.ComponentResolver;

/**
 * Resolves only the components that routes may use. The check of files refuses other components,
 * but cannot see addresses that are computed when a route runs. Immutable.
 */
public final class KnownComponents implements ComponentResolver {
    /** Schemes that route files may use. */
    public static final Set<String> SCHEMES =
            Set.of(
                    "kubernetes-reconcile",
                    "kubernetes-apply",
                    "kubernetes-object",
                    "kubernetes-status",
                    "kubernetes-event",
                    "kubernetes-finalizer",
                    "azure-arm",
                    VaultComponent.SCHEME,
                    EventsComponent.SCHEME,
                    "dragoman-point",
                    "bean",
                    "direct",
                    "https",
                    "kamelet",
                    "log",
                    "timer");

    /** Serves health and metrics; route files may not use it. */
    private static final String MANAGEMENT = "platform-http";

    private final ComponentResolver all;

    private KnownComponents(ComponentResolver all) {
        this.all = all;
    }

    /**
     * Restricts the components that the context resolves. Components that were added to the context
     * before can still be used.
     */
    public static void only(CamelContext context) {
        var extension = context.getCamelContextExtension();
        extension.addContextPlugin(
                ComponentResolver.class,
                new KnownComponents(extension.getContextPlugin(ComponentResolver.class)));
    }

    @Override
    public Component resolveComponent(String name, CamelContext context) throws Exception {
        // https is not resolved here: HttpsComponent is already in the context, and Camel's own
        // component would reach any host
        boolean known = SCHEMES.contains(name) || MANAGEMENT.equals(name);
        if (!known || "https".equals(name)) {
            return null;
        }
        return switch (name) {
            case "bean" -> new RouteBeanComponent();
            case VaultComponent.SCHEME -> new VaultComponent();
            case EventsComponent.SCHEME -> new EventsComponent();
            default -> all.resolveComponent(name, context);
        };
    }
}
