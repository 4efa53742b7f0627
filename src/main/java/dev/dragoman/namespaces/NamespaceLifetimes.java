package dev.dragoman.namespaces;

import dev.dragoman.capability.Capability;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Line;
import dev.dragoman.capability.Observed;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.StatusForm;
import dev.dragoman.capability.Step;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.Reader;
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
 * Ends namespaces whose time is over, or whose request is gone with which they go. Looks at the
 * namespace, not at the request, so that neither a missed event nor a time without the operator
 * matters. Thread-safe.
 */
final class NamespaceLifetimes implements Capability<NamespaceLifetimes.Facts> {
    static final String NAME = "namespace-lifetimes";

    static final CapabilityLines LINES =
            CapabilityLines.of(
                    NAME, Line.of("delete-namespace", "bean:namespaceSteps.deleteNamespace"));

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
     * What is known of a namespace that was given out.
     *
     * @param name of the namespace
     * @param reason why it is to be deleted now, or empty
     * @param end when its time is over, or empty
     * @param now the time
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
        // one that serves another requests namespace knows nothing of this one's ConfigMap
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
        boolean stands = !withRequest || stands(request, annotations);
        var now = clock.instant();
        return Optional.of(
                new Observed<>(
                        new Facts(
                                reconciliation.key().name(),
                                Lifetime.reasonToDelete(annotations, stands, now),
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

    /** One of the name that was served before is this one, restored from a backup. */
    private boolean stands(ObjectKey request, Map<String, Object> annotations) {
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
