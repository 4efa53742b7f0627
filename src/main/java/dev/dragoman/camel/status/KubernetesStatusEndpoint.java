package dev.dragoman.camel.status;

import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.camel.WriteEndpoint;
import dev.dragoman.camel.capability.StepLines;
import dev.dragoman.camel.reconcile.KubernetesReconcileEndpoint;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.kube.Applied;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.OutcomeException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Category;
import org.apache.camel.Component;
import org.apache.camel.Exchange;
import org.apache.camel.Route;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriPath;

/**
 * Write the message body, a map, as the status of the reconciled object, if the status differs. The
 * body is not changed. Fields of other field managers are not taken over.
 */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "kubernetes-status",
        title = "Kubernetes Status",
        syntax = "kubernetes-status:fieldManager",
        producerOnly = true,
        category = {Category.CONTAINER, Category.CLOUD})
public class KubernetesStatusEndpoint extends WriteEndpoint {
    @UriPath
    @Metadata(
            required = true,
            description = "Field manager of the status. Example: dragoman-status.")
    private String fieldManager;

    public KubernetesStatusEndpoint(String uri, Component component) {
        super(uri, component);
    }

    @Override
    @SuppressWarnings("unchecked")
    protected void send(Exchange exchange) {
        if (!(exchange.getMessage().getBody() instanceof Map<?, ?> status)) {
            throw new IllegalArgumentException(
                    "kubernetes-status needs the status as a map in the body");
        }
        own(exchange, fieldManager);
        if (status.containsKey(OWN)) {
            throw refused(
                    "status.%s is the operator's own record; leave this field out of the message body"
                            .formatted(OWN));
        }
        var object = ReconciliationExchange.object(exchange);
        if (ReconciliationExchange.atLine(exchange)) {
            statusWriter()
                    .write(object, (Map<String, Object>) status, fieldManager)
                    .ifPresent(written -> ReconciliationExchange.object(exchange, written));
            return;
        }
        ready(exchange, status);
        switch (statusWriter().share(object, (Map<String, Object>) status, fieldManager)) {
            case Applied.Written(var written) -> ReconciliationExchange.object(exchange, written);
            case Applied.Conflict(var fields) ->
                    throw new OutcomeException(
                            new Outcome.Fatal(
                                    "FieldConflict",
                                    "write the status of %s: other field managers own fields (%s); leave these fields out of the message body"
                                            .formatted(key(exchange), String.join(", ", fields))));
            case Applied.Unchanged _, Applied.Foreign _ -> {}
        }
    }

    /**
     * Refuses a team's condition Ready for an object that a capability reconciles. In a new object
     * no field manager owns that condition yet, so the API server would accept it.
     */
    private void ready(Exchange exchange, Map<?, ?> status) {
        var key = key(exchange);
        boolean ready =
                status.get("conditions") instanceof List<?> conditions
                        && conditions.stream()
                                .anyMatch(
                                        each ->
                                                each instanceof Map<?, ?> map
                                                        && Condition.READY.equals(map.get("type")));
        if (ready && reconciles(getCamelContext(), key)) {
            throw refused(
                    "write the status of %s: the operator itself writes the condition Ready of this kind; use a condition type of your own"
                            .formatted(key));
        }
    }

    private static ObjectKey key(Exchange exchange) {
        return ReconciliationExchange.reconciliation(exchange).key();
    }

    public String getFieldManager() {
        return fieldManager;
    }

    public void setFieldManager(String fieldManager) {
        this.fieldManager = fieldManager;
    }

    /**
     * Whether a capability of the operator reconciles the object: a route with a trigger for the
     * object is the capability's route, or calls it directly or through other routes.
     */
    private static boolean reconciles(CamelContext context, ObjectKey key) {
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
