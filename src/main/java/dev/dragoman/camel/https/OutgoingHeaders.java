package dev.dragoman.camel.https;

import java.util.Set;
import org.apache.camel.http.base.HttpHeaderFilterStrategy;

/**
 * Which headers of an exchange become headers of a request: those that a route sets under names of
 * its own. Not Camel's and the operator's, and not those that the client answers for.
 */
final class OutgoingHeaders extends HttpHeaderFilterStrategy {
    private static final Set<String> OF_THE_CLIENT =
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
        getOutFilter().addAll(OF_THE_CLIENT);
        // in lower case, as names are compared
        setOutFilterStartsWith("camel", "org.apache.camel", "dragoman");
    }
}
