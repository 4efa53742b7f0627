package dev.dragoman.camel.capability;

import org.apache.camel.Exchange;

/**
 * The bean {@code reconciliation}, which handles failures that no decision foresaw, for all
 * capabilities. Thread-safe.
 */
public final class FailureProcessors {
    /** Name of the bean, and of the route configuration that calls it. */
    public static final String NAME = "reconciliation";

    /** Shows the failure; where teams have transition steps, prepares these instead. */
    public void failed(Exchange exchange) throws Exception {
        var processors = CapabilityProcessors.of(exchange);
        if (processors == null) {
            throw exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        }
        processors.failed(exchange);
    }

    /** Shows the failure after the transition steps of teams. */
    public void show(Exchange exchange) {
        var processors = CapabilityProcessors.of(exchange);
        if (processors != null) {
            processors.show(exchange);
        }
    }
}
