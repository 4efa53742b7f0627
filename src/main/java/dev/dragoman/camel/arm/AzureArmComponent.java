package dev.dragoman.camel.arm;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;

/** Entry point of the {@code azure-arm} scheme. */
@Component("azure-arm")
public class AzureArmComponent extends DefaultComponent {
    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
            throws Exception {
        var endpoint = new AzureArmEndpoint(uri, this);
        endpoint.setMethod(remaining);
        setProperties(endpoint, parameters);
        return endpoint;
    }
}
