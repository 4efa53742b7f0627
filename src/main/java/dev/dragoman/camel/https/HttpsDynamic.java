package dev.dragoman.camel.https;

import java.util.regex.Pattern;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.http.base.HttpSendDynamicAware;

/**
 * Uses one endpoint for all addresses of {@code toD} and {@code wireTap} at a host, as Camel does,
 * but keeps path and query unchanged. Camel's own class would encode path and query a second time,
 * which breaks signatures in a query. Registered in {@code
 * META-INF/services/org/apache/camel/send-dynamic/https}. Camel finds this class before its own,
 * because the product's jar is the first of the class path.
 */
public final class HttpsDynamic extends HttpSendDynamicAware {
    private static final Pattern PATH = Pattern.compile("https:(?://)?[^/?#]*/+(?<path>[^?#]+).*");

    /**
     * The endpoint for all addresses at the host. Camel's own method keeps only some of the
     * options.
     */
    @Override
    public String resolveStaticUri(Exchange exchange, DynamicAwareEntry entry) throws Exception {
        var host = super.resolveStaticUri(exchange, entry);
        if (host == null) {
            return null;
        }
        var options = HttpsComponent.options(entry.getUri());
        return host.replaceFirst("(?s)\\?.*", "") + (options.isEmpty() ? "" : "?" + options);
    }

    @Override
    public Processor createPreProcessor(Exchange exchange, DynamicAwareEntry entry)
            throws Exception {
        ComputedAddress.check(
                OverlaySecrets.written(exchange.getContext(), entry.getOriginalUri()),
                entry.getUri(),
                HttpsComponent.NO_QUERY);
        var prepared = super.createPreProcessor(exchange, entry);
        if (prepared == null) {
            return null;
        }
        var path = PATH.matcher(entry.getUri());
        var query = HttpsComponent.query(entry.getUri());
        return message -> {
            var headers = message.getIn();
            var given = headers.getHeader(Exchange.HTTP_QUERY);
            prepared.process(message);
            if (path.matches()) {
                headers.setHeader(Exchange.HTTP_PATH, path.group("path"));
            }
            if (!query.isEmpty()) {
                headers.setHeader(Exchange.HTTP_QUERY, query);
            } else if (given != null) {
                headers.setHeader(Exchange.HTTP_QUERY, given);
            } else {
                // Camel has put options into the query
                headers.removeHeader(Exchange.HTTP_QUERY);
            }
        };
    }
}
