package dev.dragoman.camel;

import dev.dragoman.kube.object.Seen;
import dev.dragoman.reconcile.Reconciliation;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Exchange;

/**
 * The reconciliation that an exchange carries. It is kept where no step of a route can change it;
 * the exchange properties are for routes to read.
 */
public final class ReconciliationExchange {
    /** Exchange property with the {@link Reconciliation}, to read. */
    public static final String PASS = "dragoman.pass";

    /** Exchange property with the reconciled object as last read or written, to read. */
    public static final String OBJECT = "dragoman.object";

    /** Exchange property with the deadline of the reconciliation, an Instant, to read. */
    public static final String DEADLINE = "dragoman.deadline";

    private ReconciliationExchange() {}

    /** The reconciled object as last read or written in this reconciliation. */
    private record Current(Map<String, Object> object) {}

    /** A line of a capability's route runs, and its step is due. */
    private record DueLine() {}

    /** Notes that a line begins whose step is due, until {@link #leave}. */
    public static void enter(Exchange exchange) {
        OwnState.set(exchange, DueLine.class, new DueLine());
    }

    /** Notes that the line has ended. */
    public static void leave(Exchange exchange) {
        var _ = OwnState.remove(exchange, DueLine.class);
    }

    /** Whether a line of a capability's route runs: what it writes, the operator has decided. */
    public static boolean atLine(Exchange exchange) {
        return OwnState.get(exchange, DueLine.class).isPresent();
    }

    /** Sets the reconciliation of an exchange. */
    public static void begin(Exchange exchange, Reconciliation reconciliation) {
        OwnState.set(exchange, Reconciliation.class, reconciliation);
        exchange.setProperty(PASS, reconciliation);
        exchange.setProperty(DEADLINE, reconciliation.deadline());
        object(exchange, reconciliation.object());
    }

    /**
     * The reconciliation that the exchange carries.
     *
     * @throws IllegalStateException when it carries none
     */
    public static Reconciliation reconciliation(Exchange exchange) {
        return carried(exchange)
                .orElseThrow(
                        () ->
                                new IllegalStateException(
                                        "route %s handles no reconciliation: it must be reached from kubernetes-reconcile"
                                                .formatted(exchange.getFromRouteId())));
    }

    /** The reconciliation that the exchange carries; empty when it carries none. */
    public static Optional<Reconciliation> carried(Exchange exchange) {
        return OwnState.get(exchange, Reconciliation.class);
    }

    /**
     * The reconciled object as last read or written in this reconciliation; empty when it is gone.
     */
    public static Map<String, Object> object(Exchange exchange) {
        return OwnState.get(exchange, Current.class)
                .map(Current::object)
                .orElseGet(() -> reconciliation(exchange).object());
    }

    /** Sets a newer state of the object, so that the next write does not conflict with our last. */
    public static void object(Exchange exchange, Map<String, Object> object) {
        OwnState.set(exchange, Current.class, new Current(object));
        exchange.setProperty(OBJECT, object);
    }

    /** Objects that the current line writes and that were read before. */
    public static Seen seen(Exchange exchange) {
        return OwnState.get(exchange, Seen.class).orElse(Seen.NOTHING);
    }

    /** Sets the objects for the next line only: its writes make them outdated. */
    public static void seen(Exchange exchange, Seen seen) {
        OwnState.set(exchange, Seen.class, seen);
    }
}
