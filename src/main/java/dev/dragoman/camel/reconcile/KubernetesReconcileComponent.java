package dev.dragoman.camel.reconcile;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;

/** Entry point of the {@code kubernetes-reconcile} scheme. */
@Component("kubernetes-reconcile")
public class KubernetesReconcileComponent extends DefaultComponent {
    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
            throws Exception {
        var endpoint = new KubernetesReconcileEndpoint(uri, this);
        endpoint.setName(remaining);
        endpoint.given(parameters.keySet());
        setProperties(endpoint, parameters);
        return endpoint;
    }
}
