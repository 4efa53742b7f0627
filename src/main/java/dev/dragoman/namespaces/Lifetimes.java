package dev.dragoman.namespaces;

import dev.dragoman.kube.Fields;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.Remover;
import dev.dragoman.namespaces.decision.Keys;
import dev.dragoman.namespaces.decision.Lifetime;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Pass;
import dev.dragoman.reconcile.References;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends namespaces whose time is over, or whose request is gone with which they go. Looks at the
 * namespace, not at the request, so that neither a missed event nor a time without the operator
 * matters.
 */
final class Lifetimes {
    private static final Logger LOG = LoggerFactory.getLogger(Lifetimes.class);

    private final String requestsNamespace;
    private final Reader reader;
    private final Remover remover;
    private final References references;
    private final InstantSource clock;

    Lifetimes(
            String requestsNamespace,
            Reader reader,
            Remover remover,
            References references,
            InstantSource clock) {
        this.requestsNamespace = requestsNamespace;
        this.reader = reader;
        this.remover = remover;
        this.references = references;
        this.clock = clock;
    }

    /** One look at one namespace, whoever made it. */
    Outcome look(Pass pass) {
        var namespace = pass.object();
        var annotations = Fields.map(namespace, "metadata", "annotations");
        // one that serves another requests namespace knows nothing of this one's ConfigMap
        boolean withRequest =
                "true".equals(annotations.get(Keys.DELETE_WITH_REQUEST))
                        && requestsNamespace.equals(annotations.get(Keys.REQUESTS_NAMESPACE));
        var end = Lifetime.end(annotations);
        if (pass.gone()
                || Fields.deleting(namespace)
                || !"true".equals(Fields.label(namespace, Keys.VENDED))
                || (!withRequest && end.isEmpty())) {
            references.clear(pass.key());
            return Outcome.done();
        }
        var request = new ObjectKey("", "ConfigMap", requestsNamespace, pass.key().name());
        references.set(pass.key(), withRequest ? Set.of(request) : Set.of());
        boolean stands = !withRequest || stands(request, annotations);
        var now = clock.instant();
        var reason = Lifetime.reasonToDelete(annotations, stands, now);
        if (reason.isPresent()) {
            LOG.info("deleting namespace {}: {}", pass.key().name(), reason.get());
            remover.delete(namespace);
            return Outcome.done();
        }
        return end.<Outcome>map(at -> new Outcome.RequeueAfter(Duration.between(now, at)))
                .orElse(Outcome.done());
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
