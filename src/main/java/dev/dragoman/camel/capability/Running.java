package dev.dragoman.camel.capability;

import dev.dragoman.camel.OwnState;
import org.apache.camel.Exchange;

/** The reconciliation that an exchange carries, as the lines of a capability's route use it. */
interface Running {
    /** The reconciliation that the exchange carries; null when it carries none. */
    static Running of(Exchange exchange) {
        return OwnState.get(exchange, Running.class).orElse(null);
    }

    /** Name of the capability that reconciles. */
    String capability();

    /** Called when the route reaches the line of the step. Returns whether the step is due now. */
    boolean due(Exchange exchange, String step);

    /**
     * Whether this is the exchange of the reconciliation. On a copy of that exchange, results of
     * steps would be lost.
     */
    boolean on(Exchange exchange);

    /** Puts the input of the due step on the exchange. */
    void begin(Exchange exchange);

    /**
     * Called when the line of the route that does the due step has ended. If the line failed,
     * removes the step's input from the exchange, because a team's steps must not see the input.
     *
     * @param done whether the line succeeded; {@link #take} then takes its result
     */
    void leave(Exchange exchange, boolean done);

    /** Takes the result of the line from the exchange, and decides the next step. */
    void take(Exchange exchange);
}
