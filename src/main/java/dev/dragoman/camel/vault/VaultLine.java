package dev.dragoman.camel.vault;

import dev.dragoman.azure.VaultRequests;
import dev.dragoman.camel.ProducerEndpoint;
import dev.dragoman.capability.StepCall;
import org.apache.camel.Exchange;

/** A line of the route {@code azure} that writes or deletes entries of Key Vaults. */
public class VaultLine extends ProducerEndpoint {
    VaultLine(String uri, VaultComponent component) {
        super(uri, component);
    }

    @Override
    protected void send(Exchange exchange) {
        if (!(exchange.getMessage().getBody() instanceof StepCall<?> call)) {
            throw new IllegalArgumentException(
                    "%s is a line of the route azure, and does nothing in other routes; remove it"
                            .formatted(getEndpointBaseUri()));
        }
        var requests = bean(VaultRequests.BEAN, VaultRequests.class);
        exchange.getMessage().setBody(requests.send(call));
    }
}
