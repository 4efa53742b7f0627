package dev.dragoman.camel.capability;

import org.apache.camel.Exchange;

/** The reconciliation that an exchange carries, for the lines of its route. */
interface Running {
    /** Exchange property that holds it. */
    String PROPERTY = "dragoman.running";

    /** The reconciliation of this exchange; null when it has none. */
    static Running of(Exchange exchange) {
        return exchange.getProperty(PROPERTY) instanceof Running running ? running : null;
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

    /** Takes the result of the line from the exchange, and decides which step is due next. */
    void take(Exchange exchange);
}
