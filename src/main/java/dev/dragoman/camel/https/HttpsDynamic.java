package dev.dragoman.camel.https;

import java.util.regex.Pattern;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.http.base.HttpSendDynamicAware;

/**
 * One endpoint for all addresses of {@code toD} and {@code wireTap} at a host, as Camel has it,
 * with path and query as they were written: Camel's own would encode a second time what is encoded,
 * and no signature in a query would be what its host expects. Named in {@code
 * META-INF/services/org/apache/camel/send-dynamic/https}; found before Camel's, as the product's
 * jar is the first of the class path.
 */
public final class HttpsDynamic extends HttpSendDynamicAware {
    private static final Pattern PATH = Pattern.compile("https:(?://)?[^/?#]*/+(?<path>[^?#]+).*");

    @Override
    public Processor createPreProcessor(Exchange exchange, DynamicAwareEntry entry)
            throws Exception {
        var prepared = super.createPreProcessor(exchange, entry);
        if (prepared == null) {
            return null;
        }
        var path = PATH.matcher(entry.getUri());
        var query = HttpsComponent.query(entry.getUri());
        return message -> {
            prepared.process(message);
            var headers = message.getIn();
            if (path.matches()) {
                headers.setHeader(Exchange.HTTP_PATH, path.group("path"));
            }
            if (!query.isEmpty()) {
                headers.setHeader(Exchange.HTTP_QUERY, query);
            }
        };
    }
}
