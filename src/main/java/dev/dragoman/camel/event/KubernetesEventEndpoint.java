package dev.dragoman.camel.event;

import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.camel.Redactor;
import dev.dragoman.camel.WriteEndpoint;
import dev.dragoman.kube.EventType;
import java.util.List;
import org.apache.camel.Category;
import org.apache.camel.Component;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Record an Event about the reconciled object. A failure to write the Event does not fail the
 * reconciliation. An Event is dropped if it repeats the object's last Event within an hour.
 */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "kubernetes-event",
        title = "Kubernetes Event",
        syntax = "kubernetes-event:name",
        producerOnly = true,
        category = {Category.CONTAINER, Category.CLOUD},
        headersClass = KubernetesEventConstants.class)
public class KubernetesEventEndpoint extends WriteEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesEventEndpoint.class);

    @UriPath
    @Metadata(required = true, description = "Any name, for readers of the route; usually emit.")
    private String name;

    @UriParam(description = "CamelCase reason. The header CamelKubernetesEventReason overrides it.")
    private String reason;

    @UriParam(
            defaultValue = "NORMAL",
            enums = "NORMAL,WARNING",
            description = "Type of the Event. The header CamelKubernetesEventType overrides it.")
    private String type = "NORMAL";

    @UriParam(description = "Text for people. The header CamelKubernetesEventNote overrides it.")
    private String note;

    @UriParam(
            defaultValue = "Reconcile",
            description =
                    "CamelCase name of the action that was taken, for kinds with several actions.")
    private String action = "Reconcile";

    public KubernetesEventEndpoint(String uri, Component component) {
        super(uri, component);
    }

    @Override
    protected void send(Exchange exchange) {
        var eventReason = header(exchange, KubernetesEventConstants.REASON, reason);
        if (eventReason == null || eventReason.isBlank()) {
            throw new IllegalArgumentException(
                    "kubernetes-event needs a reason: set the option reason or the header "
                            + KubernetesEventConstants.REASON);
        }
        var object = ReconciliationExchange.object(exchange);
        if (object.isEmpty()) {
            return;
        }
        var eventType = type(header(exchange, KubernetesEventConstants.TYPE, type));
        var text = Redactor.redact(header(exchange, KubernetesEventConstants.NOTE, note));
        eventWriter().emit(object, eventType, eventReason, action, text == null ? "" : text);
    }

    /**
     * The Event type of that name. An unknown name is logged, and the type of the option is used.
     */
    private EventType type(String wanted) {
        return EventType.of(wanted)
                .orElseGet(
                        () -> {
                            LOG.warn(
                                    "header {} is '{}', but the types of Events are {}; the Event gets the type {}",
                                    KubernetesEventConstants.TYPE,
                                    wanted,
                                    List.of(EventType.values()),
                                    type);
                            return EventType.of(type).orElse(EventType.NORMAL);
                        });
    }

    private static String header(Exchange exchange, String name, String otherwise) {
        var value = exchange.getMessage().getHeader(name);
        return value == null ? otherwise : value.toString();
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public String getReason() {
        return reason;
    }

    public void setReason(String reason) {
        this.reason = reason;
    }

    public String getType() {
        return type;
    }

    public void setType(String type) {
        this.type = type;
    }

    public String getNote() {
        return note;
    }

    public void setNote(String note) {
        this.note = note;
    }

    public String getAction() {
        return action;
    }

    public void setAction(String action) {
        this.action = action;
    }
}
