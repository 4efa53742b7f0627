package dev.dragoman.camel.https;

import java.util.Set;
import org.apache.camel.http.base.HttpHeaderFilterStrategy;

/**
 * Decides which headers of an exchange are sent as headers of a request. Headers of Camel, headers
 * of the operator, and headers that the HTTP client sets itself are not sent.
 */
final class OutgoingHeaders extends HttpHeaderFilterStrategy {
    private static final Set<String> SET_BY_CLIENT =
            Set.of(
                    "accept-encoding",
                    "content-encoding",
                    "expect",
                    "keep-alive",
                    "proxy-authorization",
                    "proxy-connection",
                    "te");

    @Override
    protected void initialize() {
        super.initialize();
        getOutFilter().addAll(SET_BY_CLIENT);
        // in lower case, as Camel compares names in lower case
        setOutFilterStartsWith("camel", "org.apache.camel", "dragoman");
    }
}
