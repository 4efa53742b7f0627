package dev.dragoman.camel.capability;

import org.apache.camel.Exchange;

/**
 * What a reconciliation does that failed in a way that no decision foresaw, as the bean {@code
 * reconciliation}: the same for each capability. Thread-safe.
 */
public final class FailureProcessors {
    /** Name of the bean, and of the route configuration that calls it. */
    public static final String NAME = "reconciliation";

    /** Shows the failure, or lets teams be told of it first. */
    public void failed(Exchange exchange) throws Exception {
        var processors = CapabilityProcessors.of(exchange);
        if (processors == null) {
            throw exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        }
        processors.failed(exchange);
    }

    /** Shows the failure, where teams have been told of it. */
    public void show(Exchange exchange) {
        var processors = CapabilityProcessors.of(exchange);
        if (processors != null) {
            processors.show(exchange);
        }
    }
}
