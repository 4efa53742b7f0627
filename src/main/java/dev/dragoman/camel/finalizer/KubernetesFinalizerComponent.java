package dev.dragoman.camel.finalizer;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;

/** Entry point of the {@code kubernetes-finalizer} scheme. */
@Component("kubernetes-finalizer")
public class KubernetesFinalizerComponent extends DefaultComponent {
    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
            throws Exception {
        var endpoint = new KubernetesFinalizerEndpoint(uri, this);
        endpoint.setFinalizer(remaining);
        setProperties(endpoint, parameters);
        return endpoint;
    }
}
