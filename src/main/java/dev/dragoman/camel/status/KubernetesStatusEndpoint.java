package dev.dragoman.camel.status;

import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.camel.WriteEndpoint;
import java.util.Map;
import org.apache.camel.Category;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriPath;

/**
 * Write the message body, a map, as the status of the reconciled object, if the status differs. The
 * body is not changed.
 */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "kubernetes-status",
        title = "Kubernetes Status",
        syntax = "kubernetes-status:fieldManager",
        producerOnly = true,
        category = {Category.CONTAINER, Category.CLOUD})
public class KubernetesStatusEndpoint extends WriteEndpoint {
    @UriPath
    @Metadata(
            required = true,
            description = "Field manager of the status. Example: dragoman-status.")
    private String fieldManager;

    public KubernetesStatusEndpoint(String uri, KubernetesStatusComponent component) {
        super(uri, component);
    }

    @Override
    @SuppressWarnings("unchecked")
    protected void write(Exchange exchange) {
        if (!(exchange.getMessage().getBody() instanceof Map<?, ?> status)) {
            throw new IllegalArgumentException(
                    "kubernetes-status needs the status as a map in the body");
        }
        own(exchange, fieldManager);
        if (status.containsKey(OWN)) {
            throw refused(
                    "status.%s is the operator's own record; leave this field out of the message body"
                            .formatted(OWN));
        }
        statusWriter()
                .write(
                        ReconciliationExchange.object(exchange),
                        (Map<String, Object>) status,
                        fieldManager)
                .ifPresent(written -> ReconciliationExchange.object(exchange, written));
    }

    public String getFieldManager() {
        return fieldManager;
    }

    public void setFieldManager(String fieldManager) {
        this.fieldManager = fieldManager;
    }
}
