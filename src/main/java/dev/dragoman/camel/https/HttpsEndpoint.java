package dev.dragoman.camel.https;

import dev.dragoman.camel.Redactor;
import dev.dragoman.settings.AllowedHosts;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.component.http.HttpEndpoint;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.service.ServiceHelper;

/**
 * An address to send to. As an address may be secret, Camel shows only its host in metrics,
 * exchange properties and errors.
 */
final class HttpsEndpoint extends DefaultEndpoint {
    private final HttpEndpoint address;
    private final String uri;

    /**
     * @param uri the full URI; endpoints with the same URI are equal
     * @param address Camel's own endpoint, which does the work
     */
    HttpsEndpoint(HttpsComponent component, String uri, HttpEndpoint address) {
        super("https://" + host(address) + "/" + Redactor.HIDDEN, component);
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

    /** Parameters that are not options are part of the query. */
    @Override
    public boolean isLenientProperties() {
        return true;
    }

    @Override
    public Producer createProducer() {
        return new HttpsProducer(this, address);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException("https can only be sent to, as in 'to'");
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
