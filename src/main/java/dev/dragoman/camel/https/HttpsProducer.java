package dev.dragoman.camel.https;

import dev.dragoman.reconcile.turn.CircuitBreakers;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.component.http.HttpEndpoint;
import org.apache.camel.support.DefaultProducer;
import org.apache.camel.support.service.ServiceHelper;

/**
 * Sends one message. Sets the answer's body as message body, as a byte array. A failure contains
 * only the host of the address.
 */
final class HttpsProducer extends DefaultProducer {
    /** Headers that Camel uses as the address, and in which it resolves placeholders. */
    private static final List<String> ADDRESSES = List.of("CamelHttpUri", "CamelRestHttpUri");

    private final HttpsEndpoint endpoint;
    private final boolean methodByOption;
    private final BoundedRequest request;

    HttpsProducer(HttpsEndpoint endpoint, HttpEndpoint address, CircuitBreakers breakers) {
        super(endpoint);
        this.endpoint = endpoint;
        this.methodByOption = address.getHttpMethod() != null;
        this.request = new BoundedRequest(address, breakers);
    }

    @Override
    public void process(Exchange exchange) {
        var message = exchange.getIn();
        for (var header : ADDRESSES) {
            if (String.valueOf(message.getHeader(header)).contains("{{")) {
                throw HttpsFailed.of(
                        "nothing was sent: the header %s contains a placeholder '{{'"
                                .formatted(header));
            }
        }
        // Camel would send a GET if the address has a query, as the addresses of webhooks often
        // have
        boolean chosen = !methodByOption && message.getHeader(Exchange.HTTP_METHOD) == null;
        if (chosen) {
            message.setHeader(Exchange.HTTP_METHOD, message.getBody() == null ? "GET" : "POST");
        }
        try {
            request.process(exchange);
            readable(exchange);
        } catch (Exception failure) {
            throw HttpsFailed.of(endpoint.host(), failure);
        } finally {
            if (chosen) {
                exchange.getMessage().removeHeader(Exchange.HTTP_METHOD);
                message.removeHeader(Exchange.HTTP_METHOD);
            }
        }
    }

    /** Reads the answer into memory, because several steps may read it. */
    private static void readable(Exchange exchange) throws IOException {
        if (exchange.getMessage().getBody() instanceof InputStream answer) {
            exchange.getMessage().setBody(answer.readAllBytes());
        }
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        ServiceHelper.startService(request);
    }

    @Override
    protected void doStop() throws Exception {
        ServiceHelper.stopService(request);
        super.doStop();
    }
}
