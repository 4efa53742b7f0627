package dev.dragoman.camel;

import dev.dragoman.reconcile.Pass;
import java.util.Map;
import org.apache.camel.Exchange;

/** What an exchange knows of the pass it carries. Properties, so that no step loses them. */
public final class PassExchange {
    /** The {@link Pass}. */
    public static final String PASS = "dragoman.pass";

    /** The reconciled object as last read or written in this pass. */
    public static final String OBJECT = "dragoman.object";

    /** When the pass should have ended, an Instant. */
    public static final String DEADLINE = "dragoman.deadline";

    private PassExchange() {}

    /** Puts a pass into an exchange. */
    public static void begin(Exchange exchange, Pass pass) {
        exchange.setProperty(PASS, pass);
        exchange.setProperty(OBJECT, pass.object());
        exchange.setProperty(DEADLINE, pass.deadline());
    }

    /**
     * @throws IllegalStateException outside of a pass
     */
    public static Pass pass(Exchange exchange) {
        var pass = exchange.getProperty(PASS, Pass.class);
        if (pass == null) {
            throw new IllegalStateException(
                    "route %s handles no pass: it must be reached from kubernetes-reconcile"
                            .formatted(exchange.getFromRouteId()));
        }
        return pass;
    }

    /** The reconciled object as last read or written in this pass; empty when it is gone. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> object(Exchange exchange) {
        var object = (Map<String, Object>) exchange.getProperty(OBJECT, Map.class);
        return object == null ? pass(exchange).object() : object;
    }

    /** Remembers a newer state, so that the next write does not conflict with our own. */
    public static void object(Exchange exchange, Map<String, Object> object) {
        exchange.setProperty(OBJECT, object);
    }
}
