package dev.dragoman.camel.object;

import dev.dragoman.camel.ProducerEndpoint;
import dev.dragoman.camel.capability.CapabilityProcessors;
import org.apache.camel.Category;
import org.apache.camel.Component;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriPath;

/**
 * Say which objects the template of a composition wants. The endpoint works only as a line of the
 * composition's own route; the line {@code kubernetes-apply} below it makes the objects.
 */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "kubernetes-object",
        title = "Kubernetes Object",
        syntax = "kubernetes-object:name",
        producerOnly = true,
        category = {Category.CONTAINER, Category.CLOUD})
public class KubernetesObjectEndpoint extends ProducerEndpoint {
    @UriPath
    @Metadata(
            required = true,
            description =
                    "Name of the template: the composition, a dot, and the line. The template is the"
                            + " file NAME.object.yaml. Example: webapplications.storage.")
    private String name;

    public KubernetesObjectEndpoint(String uri, Component component) {
        super(uri, component);
    }

    @Override
    protected void send(Exchange exchange) {
        CapabilityProcessors.make(exchange, name);
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }
}
