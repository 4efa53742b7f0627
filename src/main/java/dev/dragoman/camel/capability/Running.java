package dev.dragoman.camel.capability;

import dev.dragoman.camel.OwnState;
import org.apache.camel.Exchange;

/** The reconciliation that an exchange carries, for the lines of its route. */
interface Running {
    /** The reconciliation of this exchange; null when it has none. */
    static Running of(Exchange exchange) {
        return OwnState.get(exchange, Running.class).orElse(null);
    }

    /** Name of the capability. */
    String capability();

    /** Called when the route comes to the line of the step: whether the step is due now. */
    boolean due(Exchange exchange, String step);

    /**
     * Whether this is the exchange of the reconciliation, not a copy of it: results on a copy would
     * be lost.
     */
    boolean on(Exchange exchange);

    /** Sets the input of the step that is due on the exchange. */
    void begin(Exchange exchange);

    /**
     * The line has ended. Where it has failed, its input goes: steps of a team must not see it.
     *
     * @param done whether it left a result, which {@link #take} will take
     */
    void leave(Exchange exchange, boolean done);

    /** Takes the result of the line from the exchange, and decides which step is due next. */
    void take(Exchange exchange);
}
