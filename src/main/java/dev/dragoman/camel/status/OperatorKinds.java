package dev.dragoman.camel.status;

import dev.dragoman.camel.capability.StepLines;
import dev.dragoman.camel.reconcile.KubernetesReconcileEndpoint;
import dev.dragoman.reconcile.ObjectKey;
import java.util.HashMap;
import org.apache.camel.CamelContext;
import org.apache.camel.Route;

/** Finds out which objects a capability of the operator reconciles, from the routes that run. */
final class OperatorKinds {
    private OperatorKinds() {}

    /**
     * Whether a capability of the operator reconciles the object: a route with a trigger for the
     * object is the capability's route, or calls it directly or through other routes.
     */
    static boolean has(CamelContext context, ObjectKey key) {
        var lines = context.getRegistry().findSingleByType(StepLines.class);
        if (lines == null) {
            return false;
        }
        var names = new HashMap<String, String>();
        for (var route : context.getRoutes()) {
            names.put(begins(route), route.getId());
        }
        return context.getRoutes().stream()
                .filter(
                        route ->
                                route.getEndpoint() instanceof KubernetesReconcileEndpoint trigger
                                        && trigger.reconciles(key))
                .anyMatch(route -> lines.leadsToCapability(route.getId(), names::get));
    }

    /** The address with which a route begins, as a step {@code to} writes it. */
    private static String begins(Route route) {
        return route.getEndpoint().getEndpointBaseUri().replaceFirst("://", ":");
    }
}
