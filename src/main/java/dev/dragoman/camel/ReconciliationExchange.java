package dev.dragoman.camel;

import dev.dragoman.kube.object.Seen;
import dev.dragoman.reconcile.Reconciliation;
import java.util.Map;
import org.apache.camel.Exchange;

/**
 * The reconciliation that an exchange carries. It is kept in exchange properties, since steps may
 * replace message and headers.
 */
public final class ReconciliationExchange {
    /** The {@link Reconciliation}. */
    public static final String PASS = "dragoman.pass";

    /** The reconciled object as last read or written in this reconciliation. */
    public static final String OBJECT = "dragoman.object";

    /** Deadline of the reconciliation, an Instant. */
    public static final String DEADLINE = "dragoman.deadline";

    /** Objects that the current line writes and that were read before, a {@link Seen}. */
    private static final String SEEN = "dragoman.seen";

    private ReconciliationExchange() {}

    /** Sets the reconciliation of an exchange. */
    public static void begin(Exchange exchange, Reconciliation reconciliation) {
        exchange.setProperty(PASS, reconciliation);
        exchange.setProperty(OBJECT, reconciliation.object());
        exchange.setProperty(DEADLINE, reconciliation.deadline());
    }

    /**
     * The reconciliation that the exchange carries.
     *
     * @throws IllegalStateException when it carries none
     */
    public static Reconciliation reconciliation(Exchange exchange) {
        var reconciliation = exchange.getProperty(PASS, Reconciliation.class);
        if (reconciliation == null) {
            throw new IllegalStateException(
                    "route %s handles no reconciliation: it must be reached from kubernetes-reconcile"
                            .formatted(exchange.getFromRouteId()));
        }
        return reconciliation;
    }

    /**
     * The reconciled object as last read or written in this reconciliation; empty when it is gone.
     */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> object(Exchange exchange) {
        var object = (Map<String, Object>) exchange.getProperty(OBJECT, Map.class);
        return object == null ? reconciliation(exchange).object() : object;
    }

    /** Sets a newer state of the object, so that the next write does not conflict with our last. */
    public static void object(Exchange exchange, Map<String, Object> object) {
        exchange.setProperty(OBJECT, object);
    }

    /** Objects that the current line writes and that were read before. */
    public static Seen seen(Exchange exchange) {
        return exchange.getProperty(SEEN) instanceof Seen seen ? seen : Seen.NOTHING;
    }

    /** Sets the objects for the next line only: its writes make them outdated. */
    public static void seen(Exchange exchange, Seen seen) {
        exchange.setProperty(SEEN, seen);
    }
}
