package dev.dragoman.camel.capability;

import org.apache.camel.Exchange;

/**
 * The bean {@code reconciliation}: handles, for all capabilities, failures that no decision
 * foresaw. Thread-safe.
 */
public final class FailureProcessors {
    /** Name of the bean, and of the route configuration that calls it. */
    public static final String NAME = "reconciliation";

    /**
     * Shows the failure on the object, or prepares the steps of the point {@code transition}, if it
     * has any.
     *
     * @throws Exception the failure itself, when no capability has observed the object
     */
    public void failed(Exchange exchange) throws Exception {
        var processors = CapabilityProcessors.of(exchange);
        if (processors == null) {
            throw exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        }
        processors.failed(exchange);
    }

    /** Shows the failure on the object after the steps of the point {@code transition} have run. */
    public void show(Exchange exchange) {
        var processors = CapabilityProcessors.of(exchange);
        if (processors != null) {
            processors.show(exchange);
        }
    }
}
