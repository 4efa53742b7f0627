package dev.dragoman.camel;

import org.apache.camel.Component;
import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultProducer;

/** Base class of endpoints that have producers only. */
public abstract class ProducerEndpoint extends DefaultEndpoint {
    protected ProducerEndpoint(String uri, Component component) {
        super(uri, component);
    }

    /**
     * Does what the message and the endpoint's options say. Called by several threads at once.
     *
     * @throws Exception the failure of the step, which the route gets
     */
    protected abstract void send(Exchange exchange) throws Exception;

    @Override
    public Producer createProducer() {
        return new DefaultProducer(this) {
            @Override
            public void process(Exchange exchange) throws Exception {
                send(exchange);
            }
        };
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException(
                getEndpointBaseUri() + " has no consumer: use it in 'to', not in 'from'");
    }

    /**
     * The bean of the registry.
     *
     * @throws org.apache.camel.NoSuchBeanException when there is no such bean
     */
    protected final <T> T bean(String name, Class<T> type) {
        return CamelContextHelper.mandatoryLookup(getCamelContext(), name, type);
    }
}
