package dev.dragoman.namespaces;

import dev.dragoman.capability.Capability;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Line;
import dev.dragoman.capability.Observed;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.namespaces.decision.DeleteNamespace;
import dev.dragoman.namespaces.decision.Keys;
import dev.dragoman.namespaces.decision.Lifetime;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Deletes namespaces whose lifetime is over, and namespaces that end with their request when the
 * request is gone. Reconciles the namespace, not the request, so it needs no event of the request's
 * deletion. Thread-safe.
 */
final class NamespaceLifetimes implements Capability<NamespaceLifetimes.Facts> {
    static final String NAME = "namespace-lifetimes";

    static final CapabilityLines LINES =
            CapabilityLines.of(
                    NAME, Line.of("deleteNamespace", "bean:namespaceSteps.deleteNamespace"));

    private final Declaration declaration =
            new Declaration(NAME, Optional.empty(), "EndNamespace", StatusForm.NONE, LINES);

    private final String requestsNamespace;
    private final Reader reader;
    private final InstantSource clock;

    NamespaceLifetimes(String requestsNamespace, Reader reader, InstantSource clock) {
        this.requestsNamespace = requestsNamespace;
        this.reader = reader;
        this.clock = clock;
    }

    /**
     * The facts of a vended namespace.
     *
     * @param name name of the namespace
     * @param reason why the namespace has to be deleted now; empty if it stays
     * @param end when the lifetime is over; empty if the namespace has no end
     * @param now the current time
     */
    record Facts(String name, Optional<String> reason, Optional<Instant> end, Instant now) {}

    @Override
    public Declaration declaration() {
        return declaration;
    }

    @Override
    public Optional<Observed<Facts>> observe(Reconciliation reconciliation) {
        var namespace = reconciliation.object();
        var annotations = Fields.map(namespace, "metadata", "annotations");
        // another operator may serve another requests namespace: only that operator knows the
        // ConfigMaps there
        boolean withRequest =
                "true".equals(annotations.get(Keys.DELETE_WITH_REQUEST))
                        && requestsNamespace.equals(annotations.get(Keys.REQUESTS_NAMESPACE));
        var end = Lifetime.end(annotations);
        if (!"Namespace".equals(reconciliation.key().kind())
                || Fields.deleting(namespace)
                || !"true".equals(Fields.label(namespace, Keys.VENDED))
                || (!withRequest && end.isEmpty())) {
            return Optional.empty();
        }
        var request =
                new ObjectKey("", "ConfigMap", requestsNamespace, reconciliation.key().name());
        boolean requestExists = !withRequest || exists(request, annotations);
        var now = clock.instant();
        return Optional.of(
                new Observed<>(
                        new Facts(
                                reconciliation.key().name(),
                                Lifetime.reasonToDelete(annotations, requestExists, now),
                                end,
                                now),
                        withRequest ? Set.of(request) : Set.of()));
    }

    @Override
    public Optional<String> outsideId(Facts facts) {
        return Optional.of(facts.name());
    }

    @Override
    public Step decide(Facts facts, Results results) {
        if (facts.reason().isPresent()) {
            return results.has(DeleteNamespace.class)
                    ? Ending.quiet(Outcome.done())
                    : new DeleteNamespace(facts.name(), facts.reason().get());
        }
        return Ending.quiet(
                facts.end()
                        .<Outcome>map(
                                at -> new Outcome.RequeueAfter(Duration.between(facts.now(), at)))
                        .orElse(Outcome.done()));
    }

    /**
     * Whether the request exists. A ConfigMap with another uid counts too if it was served before:
     * such a ConfigMap is the same request, restored from a backup.
     */
    private boolean exists(ObjectKey request, Map<String, Object> annotations) {
        return reader.get("v1", request)
                .filter(each -> !Fields.deleting(each))
                .filter(
                        each ->
                                Fields.metadata(each, "uid")
                                                .equals(annotations.get(Keys.REQUEST_UID))
                                        || !Fields.annotation(each, Keys.NAMESPACE_UID).isEmpty())
                .isPresent();
    }
}
