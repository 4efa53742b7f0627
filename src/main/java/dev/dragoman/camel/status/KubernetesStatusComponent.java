package dev.dragoman.camel.status;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;

/** Entry point of the {@code kubernetes-status} scheme. */
@Component("kubernetes-status")
public class KubernetesStatusComponent extends DefaultComponent {
    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
            throws Exception {
        var endpoint = new KubernetesStatusEndpoint(uri, this);
        endpoint.setFieldManager(remaining);
        setProperties(endpoint, parameters);
        return endpoint;
    }
}
