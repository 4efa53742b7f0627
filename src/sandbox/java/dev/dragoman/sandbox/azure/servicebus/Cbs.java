package dev.dragoman.sandbox.azure.servicebus;

import java.time.Instant;
import java.util.Map;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.message.Message;

/** Takes the tokens of a client: claims-based security, the node {@code $cbs}. */
final class Cbs {
    private final Links links;
    private final Clients clients;

    Cbs(Links links, Clients clients) {
        this.links = links;
        this.clients = clients;
    }

    Requests.Answer answer(Message request, Map<String, Object> properties) {
        try {
            links.accept(claim(request, properties));
            return answer(202, "Accepted");
        } catch (BusError e) {
            return answer(e.status(), e.getMessage());
        }
    }

    private Clients.Claim claim(Message request, Map<String, Object> properties) {
        var operation = String.valueOf(properties.get("operation"));
        if (!operation.equals("put-token")) {
            throw BusError.notImplemented("the operation " + operation + " of $cbs");
        }
        var audience = String.valueOf(properties.get("name"));
        var token =
                request.getBody() instanceof AmqpValue value ? String.valueOf(value.getValue()) : "";
        var now = Instant.now();
        return switch (String.valueOf(properties.get("type"))) {
            case "jwt" -> clients.ofEntra(token, audience, links.namespace(), now);
            case "servicebus.windows.net:sastoken" ->
                    clients.ofKey(token, audience, links.namespace(), now);
            default ->
                    throw BusError.notImplemented("tokens of the type " + properties.get("type"));
        };
    }

    private static Requests.Answer answer(int status, String description) {
        return new Requests.Answer(
                Map.of("status-code", status, "status-description", description), null);
    }
}
