package dev.dragoman.camel;

import dev.dragoman.kube.Seen;
import dev.dragoman.reconcile.Reconciliation;
import java.util.Map;
import org.apache.camel.Exchange;

/**
 * What an exchange knows of the reconciliation it carries. Properties, so that no step loses them.
 */
public final class ReconciliationExchange {
    /** The {@link Reconciliation}. */
    public static final String PASS = "dragoman.pass";

    /** The reconciled object as last read or written in this reconciliation. */
    public static final String OBJECT = "dragoman.object";

    /** When the reconciliation should have ended, an Instant. */
    public static final String DEADLINE = "dragoman.deadline";

    /** What was read of the objects that the line writes, a {@link Seen}. */
    private static final String SEEN = "dragoman.seen";

    private ReconciliationExchange() {}

    /** Puts a reconciliation into an exchange. */
    public static void begin(Exchange exchange, Reconciliation reconciliation) {
        exchange.setProperty(PASS, reconciliation);
        exchange.setProperty(OBJECT, reconciliation.object());
        exchange.setProperty(DEADLINE, reconciliation.deadline());
    }

    /**
     * @throws IllegalStateException outside of a reconciliation
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

    /** Remembers a newer state, so that the next write does not conflict with our own. */
    public static void object(Exchange exchange, Map<String, Object> object) {
        exchange.setProperty(OBJECT, object);
    }

    /** What was read of the objects that the line that runs now writes. */
    public static Seen seen(Exchange exchange) {
        return exchange.getProperty(SEEN) instanceof Seen seen ? seen : Seen.NOTHING;
    }

    /** For the line that runs next alone: what it writes is another state then. */
    public static void seen(Exchange exchange, Seen seen) {
        exchange.setProperty(SEEN, seen);
    }
}
