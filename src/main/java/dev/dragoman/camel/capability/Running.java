package dev.dragoman.camel.capability;

import org.apache.camel.Exchange;

/** The reconciliation that an exchange carries, for the lines of its route. */
interface Running {
    /** Property that has it. */
    String PROPERTY = "dragoman.running";

    /** The one of this exchange; null outside of a reconciliation. */
    static Running of(Exchange exchange) {
        return exchange.getProperty(PROPERTY) instanceof Running running ? running : null;
    }

    /** Name of the capability. */
    String capability();

    /** Whether that is the step that is due now. */
    boolean due(String step);

    /**
     * Whether it is this exchange that it runs on, and no copy of it, of which nobody would see the
     * result.
     */
    boolean on(Exchange exchange);

    /** Gives the line what the step that is due needs. */
    void begin(Exchange exchange);

    /** Takes what the line came to, and decides what is due next. */
    void take(Exchange exchange);
}
