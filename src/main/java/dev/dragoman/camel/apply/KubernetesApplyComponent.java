package dev.dragoman.camel.apply;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;

/** Entry point of the {@code kubernetes-apply} scheme. */
@Component("kubernetes-apply")
public class KubernetesApplyComponent extends DefaultComponent {
    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
            throws Exception {
        var endpoint = new KubernetesApplyEndpoint(uri, this);
        endpoint.setFieldManager(remaining);
        setProperties(endpoint, parameters);
        return endpoint;
    }
}
