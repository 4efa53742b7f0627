package dev.dragoman.camel.vault;

import dev.dragoman.azure.VaultRequests;
import dev.dragoman.capability.StepCall;
import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultProducer;

/** A line of the route {@code azure} that writes or deletes entries of Key Vaults. */
public class VaultLine extends DefaultEndpoint {
    VaultLine(String uri, VaultComponent component) {
        super(uri, component);
    }

    @Override
    public Producer createProducer() {
        return new DefaultProducer(this) {
            @Override
            public void process(Exchange exchange) {
                send(exchange);
            }
        };
    }

    private void send(Exchange exchange) {
        if (!(exchange.getMessage().getBody() instanceof StepCall<?> call)) {
            throw new IllegalArgumentException(
                    "%s is a line of the route azure, and does nothing in other routes; remove it"
                            .formatted(getEndpointBaseUri()));
        }
        var requests =
                CamelContextHelper.mandatoryLookup(
                        getCamelContext(), VaultRequests.BEAN, VaultRequests.class);
        exchange.getMessage().setBody(requests.send(call));
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException(
                getEndpointBaseUri() + " has no consumer: use it in 'to', not in 'from'");
    }
}
