package dev.dragoman.camel.vault;

import dev.dragoman.azure.VaultRequests;
import dev.dragoman.camel.ProducerEndpoint;
import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.capability.point.Opaque;
import dev.dragoman.capability.point.Revealing;
import org.apache.camel.Exchange;
import org.apache.camel.component.azure.key.vault.KeyVaultConstants;
import org.apache.camel.component.azure.key.vault.KeyVaultOperation;

/**
 * A team's step that reads, writes or deletes one entry of a Key Vault. The header {@value
 * KeyVaultConstants#SECRET_NAME} names the entry, as with Camel's own endpoint. A value that is
 * read becomes the message body, as a hidden value. The body of a write is a text, or a hidden
 * value; the header {@code Content-Type} is the entry's content type.
 */
public class VaultStep extends ProducerEndpoint {

    private final String vault;
    private final KeyVaultOperation operation;

    VaultStep(String uri, VaultComponent component, String vault, KeyVaultOperation operation) {
        super(uri, component);
        this.vault = vault;
        this.operation = operation;
    }

    @Override
    protected void send(Exchange exchange) {
        var requests = bean(VaultRequests.BEAN, VaultRequests.class);
        var message = exchange.getMessage();
        var name = message.getHeader(KeyVaultConstants.SECRET_NAME, "", String.class);
        if (name.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s needs the header %s, the name of the entry; set it in the step above"
                            .formatted(getEndpointBaseUri(), KeyVaultConstants.SECRET_NAME));
        }
        var now = ReconciliationExchange.current(exchange);
        switch (operation) {
            case getSecret -> message.setBody(Opaque.of(requests.get(now, vault, name)));
            case createSecret -> {
                var type = message.getHeader(Exchange.CONTENT_TYPE, "text/plain", String.class);
                requests.set(now, vault, name, value(message.getBody()), type);
            }
            case deleteSecret -> requests.delete(now, vault, name);
            default -> throw new IllegalStateException(operation.name());
        }
    }

    private String value(Object body) {
        return Revealing.text(body)
                .filter(text -> !text.isEmpty())
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "%s needs a text as message body, or a secret value that is shown as ***; the body is %s"
                                                .formatted(getEndpointBaseUri(), described(body))));
    }

    private static String described(Object body) {
        return switch (body) {
            case null -> "missing";
            case String _ -> "an empty text";
            case Opaque _ -> "an empty text";
            default -> "a " + body.getClass().getSimpleName();
        };
    }
}
