package dev.dragoman.camel.finalizer;

import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.camel.WriteEndpoint;
import dev.dragoman.camel.capability.StepLines;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.kube.object.MetadataChange;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.camel.Category;
import org.apache.camel.Component;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;

/**
 * Add a finalizer to the reconciled object before the first change outside that object, or remove
 * it after the last. No request is sent when the finalizer need not change.
 */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "kubernetes-finalizer",
        title = "Kubernetes Finalizer",
        syntax = "kubernetes-finalizer:finalizer",
        producerOnly = true,
        category = {Category.CONTAINER, Category.CLOUD})
public class KubernetesFinalizerEndpoint extends WriteEndpoint {
    /** What to do with the finalizer. */
    public enum Action {
        /** Adds the finalizer if the object lacks it. */
        add,
        /** Removes the finalizer if the object has it. */
        remove
    }

    private static final Pattern QUALIFIED =
            Pattern.compile(
                    "[a-z0-9]([a-z0-9.-]*[a-z0-9])?/[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?");

    @UriPath
    @Metadata(
            required = true,
            description = "Name of the finalizer. Example: dragoman.dev/certificates.")
    private String finalizer;

    @UriParam(
            defaultValue = "add",
            enums = "add,remove",
            description = "What to do with the finalizer: add or remove.")
    private Action action = Action.add;

    public KubernetesFinalizerEndpoint(String uri, Component component) {
        super(uri, component);
    }

    @Override
    protected void doInit() throws Exception {
        super.doInit();
        if (!QUALIFIED.matcher(finalizer).matches()) {
            throw new IllegalArgumentException(
                    "kubernetes-finalizer:%s: the API server accepts only DOMAIN/NAME, for example example.com/cleanup"
                            .formatted(finalizer));
        }
        var lines = getCamelContext().getRegistry().findSingleByType(StepLines.class);
        if (lines != null) {
            refusal(finalizer, lines.declared())
                    .ifPresent(
                            why -> {
                                throw new IllegalArgumentException(why);
                            });
        }
    }

    /**
     * Why routes may not set or remove the finalizer; empty when they may.
     *
     * @param of the lines of all capabilities, with their finalizers
     */
    public static Optional<String> refusal(String finalizer, Collection<CapabilityLines> of) {
        return of.stream()
                .filter(each -> each.finalizers().contains(finalizer))
                .findFirst()
                .map(
                        each ->
                                "kubernetes-finalizer:%s: only the capability '%s' may set or remove this finalizer; use a finalizer of your own domain"
                                        .formatted(finalizer, each.capability()));
    }

    @Override
    protected void send(Exchange exchange) {
        var object = ReconciliationExchange.object(exchange);
        if (object.isEmpty()) {
            return;
        }
        var change =
                action == Action.add
                        ? MetadataChange.addFinalizer(finalizer)
                        : MetadataChange.removeFinalizer(finalizer);
        var written = metadataWriter().write(object, change);
        ReconciliationExchange.object(exchange, written);
    }

    public String getFinalizer() {
        return finalizer;
    }

    public void setFinalizer(String finalizer) {
        this.finalizer = finalizer;
    }

    public Action getAction() {
        return action;
    }

    public void setAction(Action action) {
        this.action = action;
    }
}
