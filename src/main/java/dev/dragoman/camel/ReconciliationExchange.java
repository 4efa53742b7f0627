package dev.dragoman.camel;

import dev.dragoman.capability.point.Hiding;
import dev.dragoman.kube.object.Seen;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.Exchange;

/**
 * Stores the reconciliation on an exchange, in {@link OwnState}, where no step of a route can
 * change it. Copies in exchange properties are for routes to read.
 */
public final class ReconciliationExchange {
    /** Exchange property with the {@link Reconciliation}; read-only for routes. */
    public static final String PASS = "dragoman.pass";

    /**
     * Exchange property with the reconciled object as last read or written; read-only for routes.
     */
    public static final String OBJECT = "dragoman.object";

    /**
     * Exchange property with the deadline of the reconciliation, an Instant; read-only for routes.
     */
    public static final String DEADLINE = "dragoman.deadline";

    private ReconciliationExchange() {}

    /**
     * The reconciled object as last read or written in this reconciliation; copies of the exchange
     * share it, so that what one of them writes is known to all.
     */
    private record Current(AtomicReference<Map<String, Object>> object) {}

    /** Marks an exchange while a line of a capability's route does its step, which is due. */
    private record DueLine() {}

    /**
     * Called when a line begins to do its step, which is due; {@link #atLine} is true until {@link
     * #leave}.
     */
    public static void enter(Exchange exchange) {
        OwnState.set(exchange, DueLine.class, new DueLine());
    }

    /** Called when the line has ended. */
    public static void leave(Exchange exchange) {
        var _ = OwnState.remove(exchange, DueLine.class);
    }

    /**
     * Whether a line of a capability's route is doing its step. If so, the operator and not a team
     * decided what is written.
     */
    public static boolean atLine(Exchange exchange) {
        return OwnState.get(exchange, DueLine.class).isPresent();
    }

    /** Sets the reconciliation of an exchange. */
    public static void begin(Exchange exchange, Reconciliation reconciliation) {
        OwnState.set(exchange, Reconciliation.class, reconciliation);
        exchange.setProperty(PASS, shown(reconciliation));
        exchange.setProperty(DEADLINE, reconciliation.deadline());
        OwnState.set(exchange, Current.class, new Current(new AtomicReference<>()));
        object(exchange, reconciliation.object());
    }

    /** Sets the reconciliation of another exchange, whose object is shared from now on. */
    public static void share(Exchange from, Exchange to) {
        begin(to, reconciliation(from));
        OwnState.get(from, Current.class)
                .ifPresent(
                        current -> {
                            OwnState.set(to, Current.class, current);
                            object(to, current.object().get());
                        });
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
                                        "route %s handles no reconciliation; call it from a route that begins with kubernetes-reconcile"
                                                .formatted(exchange.getFromRouteId())));
    }

    /**
     * The reconciliation with the object as lines of the route have written it, for example with
     * its claim.
     *
     * @throws IllegalStateException when the exchange carries none
     */
    public static Reconciliation current(Exchange exchange) {
        return reconciliation(exchange).with(object(exchange));
    }

    /** The reconciliation that the exchange carries; empty when it carries none. */
    public static Optional<Reconciliation> carried(Exchange exchange) {
        return OwnState.get(exchange, Reconciliation.class);
    }

    /**
     * The reconciled object as last read or written in this reconciliation; an empty map when it no
     * longer exists.
     */
    public static Map<String, Object> object(Exchange exchange) {
        return OwnState.get(exchange, Current.class)
                .map(current -> current.object().get())
                .orElseGet(() -> reconciliation(exchange).object());
    }

    /**
     * Sets the object as a write returned it, so that the next write does not conflict with that
     * write.
     */
    public static void object(Exchange exchange, Map<String, Object> object) {
        var current = OwnState.get(exchange, Current.class);
        current.ifPresentOrElse(
                each -> each.object().set(object),
                () ->
                        OwnState.set(
                                exchange,
                                Current.class,
                                new Current(new AtomicReference<>(object))));
        exchange.setProperty(
                OBJECT, carried(exchange).map(of -> shown(of.key(), object)).orElse(object));
    }

    /**
     * The object for a team's steps: without the values of a Secret, which they could log or send.
     */
    public static Map<String, Object> shown(ObjectKey key, Map<String, Object> object) {
        return isSecret(key) ? Hiding.secret(object) : object;
    }

    private static Reconciliation shown(Reconciliation of) {
        return isSecret(of.key()) ? of.with(shown(of.key(), of.object())) : of;
    }

    private static boolean isSecret(ObjectKey key) {
        return key.group().isEmpty() && key.kind().equals("Secret");
    }

    /** The objects that the current line writes, as they were read before. */
    public static Seen seen(Exchange exchange) {
        return OwnState.get(exchange, Seen.class).orElse(Seen.NOTHING);
    }

    /**
     * Sets the objects that the next line writes, as they were read before. Valid only for that
     * line, because its writes change the objects.
     */
    public static void seen(Exchange exchange, Seen seen) {
        OwnState.set(exchange, Seen.class, seen);
    }
}
