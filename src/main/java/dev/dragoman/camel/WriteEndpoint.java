package dev.dragoman.camel;

import org.apache.camel.Component;
import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultProducer;

/** What the Kubernetes writers have in common as endpoints: they write and never start a route. */
public abstract class WriteEndpoint extends DefaultEndpoint {
    protected WriteEndpoint(String uri, Component component) {
        super(uri, component);
    }

    /** Writes what the exchange says. Failures are thrown as KubeException or OutcomeException. */
    protected abstract void write(Exchange exchange) throws Exception;

    @Override
    public Producer createProducer() {
        return new DefaultProducer(this) {
            @Override
            public void process(Exchange exchange) throws Exception {
                write(exchange);
            }
        };
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException(
                getEndpointBaseUri() + " only writes: use it in 'to'");
    }

    /** The writer that the runtime bound under this name. */
    protected <T> T writer(String name, Class<T> type) {
        return CamelContextHelper.mandatoryLookup(getCamelContext(), name, type);
    }
}
