package dev.dragoman.camel.https;

import dev.dragoman.camel.Redactor;
import dev.dragoman.reconcile.turn.CircuitBreakers;
import dev.dragoman.settings.AllowedHosts;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.component.http.HttpEndpoint;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.service.ServiceHelper;

/**
 * An https address to which messages are sent. The address may be secret, so Camel gets a URI that
 * shows only the host. Metrics, exchange properties and errors contain that URI.
 */
final class HttpsEndpoint extends DefaultEndpoint {
    private final CircuitBreakers breakers;
    private final HttpEndpoint address;
    private final String uri;

    /**
     * @param uri the full URI; two endpoints with the same URI are equal
     * @param address Camel's own endpoint, which sends the requests
     */
    HttpsEndpoint(HttpsComponent component, String uri, HttpEndpoint address) {
        super("https://" + host(address) + "/" + Redactor.HIDDEN, component);
        this.breakers = component.breakers();
        this.address = address;
        this.uri = uri;
    }

    private static String host(HttpEndpoint address) {
        var target = address.getHttpUri();
        return AllowedHosts.shown(target.getHost(), target.getPort());
    }

    String host() {
        return host(address);
    }

    /** Returns true: parameters that are not options are part of the query. */
    @Override
    public boolean isLenientProperties() {
        return true;
    }

    @Override
    public Producer createProducer() {
        return new HttpsProducer(this, address, breakers);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException(
                "https has no consumer: use it in 'to', not in 'from'");
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        ServiceHelper.startService(address);
    }

    @Override
    protected void doStop() throws Exception {
        ServiceHelper.stopService(address);
        super.doStop();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HttpsEndpoint endpoint && uri.equals(endpoint.uri);
    }

    @Override
    public int hashCode() {
        return uri.hashCode();
    }
}
