package dev.dragoman.namespaces;

import dev.dragoman.capability.Call;
import dev.dragoman.kube.Applied;
import dev.dragoman.kube.Applier;
import dev.dragoman.kube.ApplyOptions;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.MetadataChange;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.Remover;
import dev.dragoman.kube.Tokens;
import dev.dragoman.kube.WriteRefused;
import dev.dragoman.namespaces.RequestContext.Observation;
import dev.dragoman.namespaces.RequestContext.State;
import dev.dragoman.namespaces.decision.DeleteNamespace;
import dev.dragoman.namespaces.decision.Keys;
import dev.dragoman.namespaces.decision.Progress;
import dev.dragoman.namespaces.decision.Step;
import dev.dragoman.namespaces.decision.TokenClaims;
import dev.dragoman.namespaces.template.Probes;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.OutcomeException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of route {@code namespaces}, as the bean {@code namespaceSteps}. The process may be
 * killed after any of them. Thread-safe.
 */
public final class NamespaceSteps {
    /** Field manager of all that is made for requests. */
    static final String MANAGER = "dragoman-namespaces";

    private static final Logger LOG = LoggerFactory.getLogger(NamespaceSteps.class);

    private final NamespaceSettings settings;
    private final Cluster cluster;
    private final Furnisher furnisher;

    /**
     * What it acts with.
     *
     * @param visit has a key visited soon
     */
    record Cluster(
            Reader reader,
            Applier applier,
            Remover remover,
            MetadataWriter metadata,
            Tokens tokens,
            Consumer<ObjectKey> visit) {}

    NamespaceSteps(NamespaceSettings settings, Cluster cluster) {
        this.settings = settings;
        this.cluster = cluster;
        this.furnisher =
                new Furnisher(settings, cluster.reader(), cluster.applier(), cluster.remover());
    }

    /** Makes the namespace, for this request and no other. */
    public State makeNamespace(Call<Observation> call) {
        var work = new RequestContext(call);
        return work.with(make(work, call.step(Step.MakeNamespace.class).annotations()));
    }

    /** Notes on an existing namespace that it is this request's. */
    public State adopt(Call<Observation> call) {
        var work = new RequestContext(call);
        return work.with(adopt(work, call.step(Step.Adopt.class).annotations()));
    }

    /** Makes what the template says, and reads what is published already. */
    public State furnish(Call<Observation> call) {
        var _ = call.step(Step.Furnish.class);
        var work = new RequestContext(call);
        return work.with(furnisher.furnish(work));
    }

    /** Asks for a token. */
    public State issueToken(Call<Observation> call) {
        var _ = call.step(Step.IssueToken.class);
        var work = new RequestContext(call);
        return work.with(issue(work));
    }

    /** Tries the token as its bearer would. */
    public State tryToken(Call<Observation> call) {
        var _ = call.step(Step.TryToken.class);
        var work = new RequestContext(call);
        return work.with(work.progress.with(attempt(work)));
    }

    /** Writes the Secret that the request waits for. */
    public State publish(Call<Observation> call) {
        var secret = call.step(Step.Publish.class).exports().getFirst();
        var work = new RequestContext(call);
        return work.with(publish(work, secret));
    }

    /** Notes on the namespace that its only token was published. */
    public State noteIssued(Call<Observation> call) {
        var _ = call.step(Step.NoteIssued.class);
        var work = new RequestContext(call);
        return work.with(note(work));
    }

    /** Deletes the namespace that is reconciled. */
    public boolean deleteNamespace(Call<?> call) {
        LOG.info(
                "deleting namespace {}: {}",
                call.context().pass().key().name(),
                call.step(DeleteNamespace.class).reason());
        return cluster.remover().delete(call.object());
    }

    private Progress make(RequestContext visit, Map<String, String> chosen) {
        stillWanted(visit);
        var values = new LinkedHashMap<>(chosen);
        values.put(Keys.REQUEST_UID, visit.facts.uid());
        values.put(Keys.REQUESTS_NAMESPACE, settings.requestsNamespace());
        try {
            if (cluster.applier()
                            .apply(Furnisher.annotated(visit.objects.getFirst(), values), only())
                    instanceof Applied.Written(var made)) {
                LOG.info("made namespace {}", visit.facts.name());
                return mine(visit, made);
            }
        } catch (WriteRefused refused) {
            return visit.progress.with(problem(refused));
        }
        throw retry(
                "make namespace %s: another appeared meanwhile; retrying"
                        .formatted(visit.facts.name()));
    }

    /**
     * Read live: a list may show a request that was deleted, and its namespace with it, and nobody
     * would delete a second one.
     */
    private void stillWanted(RequestContext visit) {
        var wanted =
                cluster.reader()
                        .get("v1", visit.key)
                        .filter(each -> uid(each).equals(visit.facts.uid()))
                        .filter(each -> !Fields.deleting(each))
                        // served already: what was made for it has gone since
                        .filter(each -> Fields.annotation(each, Keys.NAMESPACE_UID).isEmpty());
        if (wanted.isEmpty()) {
            throw retry(
                    "make namespace %s: its request has gone meanwhile"
                            .formatted(visit.facts.name()));
        }
    }

    /** Nothing that exists is taken: the namespace is made, or it is not ours. */
    private static ApplyOptions only() {
        return new ApplyOptions(MANAGER, Optional.empty(), false);
    }

    private Progress adopt(RequestContext visit, Map<String, String> chosen) {
        var values = new LinkedHashMap<String, Optional<String>>();
        chosen.forEach((key, value) -> values.put(key, Optional.of(value)));
        values.put(Keys.REQUESTS_NAMESPACE, Optional.of(settings.requestsNamespace()));
        try {
            var adopted =
                    cluster.metadata().write(visit.namespace, MetadataChange.annotate(values));
            LOG.info("took over namespace {}", visit.facts.name());
            return mine(visit, adopted);
        } catch (WriteRefused refused) {
            return visit.progress.with(problem(refused));
        }
    }

    private Progress mine(RequestContext visit, Map<String, Object> namespace) {
        visit.namespace = namespace;
        // our own write wakes nobody, and its end must be known to the queue
        cluster.visit().accept(NamespaceRequests.namespaceKey(visit.facts.name()));
        return visit.progress.with(NamespaceRequests.existing(namespace).orElseThrow());
    }

    private Progress issue(RequestContext visit) {
        try {
            visit.token =
                    cluster.tokens()
                            .issue(
                                    visit.facts.name(),
                                    Keys.ACCOUNT,
                                    settings.tokenLifetime(),
                                    Keys.HANDLE,
                                    visit.progress.furnished().orElseThrow().handleUid());
            var claims = TokenClaims.of(visit.token);
            if (claims.isEmpty()) {
                throw retry(
                        "issue a token for namespace %s: the answer has none that can be read; retrying"
                                .formatted(visit.facts.name()));
            }
            return visit.progress.withToken(claims.get());
        } catch (WriteRefused refused) {
            furnisher.stillThere(visit, refused);
            return visit.progress.with(problem(refused));
        }
    }

    private Progress.Tried attempt(RequestContext visit) {
        var expected = "system:serviceaccount:%s:%s".formatted(visit.facts.name(), Keys.ACCOUNT);
        if (!cluster.tokens().bearer(visit.token).equals(Optional.of(expected))) {
            return new Progress.Tried(false, "");
        }
        if (!visit.progress.issued()) {
            return new Progress.Tried(true, "");
        }
        var probes = Probes.of(visit.objects, this::clusterRole);
        if (!probes.problem().isEmpty()) {
            return new Progress.Tried(true, probes.problem());
        }
        return new Progress.Tried(
                true,
                probes.tries().stream()
                        .filter(each -> !cluster.tokens().may(visit.token, each))
                        .findFirst()
                        .map(each -> "it may not yet " + each)
                        .orElse(""));
    }

    private Optional<Map<String, Object>> clusterRole(String name) {
        return cluster.reader()
                .get(
                        "rbac.authorization.k8s.io/v1",
                        new ObjectKey("rbac.authorization.k8s.io", "ClusterRole", "", name));
    }

    private Progress publish(RequestContext visit, Map<String, Object> secret) {
        try {
            var options = new ApplyOptions(MANAGER, Optional.of(visit.namespace), true);
            return switch (cluster.applier().apply(secret, options)) {
                case Applied.Written _ -> {
                    LOG.info("published credentials of namespace {}", visit.facts.name());
                    if (!visit.progress.issued()) {
                        visit.restored.add("Secret " + visit.facts.name());
                    }
                    yield visit.progress.withPublication();
                }
                case Applied.Unchanged _ -> visit.progress.withPublication();
                case Applied.Foreign _, Applied.Conflict _ -> visit.progress.with(taken(visit));
            };
        } catch (WriteRefused refused) {
            return visit.progress.with(problem(refused));
        }
    }

    private Progress note(RequestContext visit) {
        visit.namespace =
                cluster.reader()
                        .get("v1", NamespaceRequests.namespaceKey(visit.facts.name()))
                        .filter(each -> uid(each).equals(uid(visit.namespace)))
                        .orElseThrow(() -> retry("the namespace has gone meanwhile"));
        var _ =
                cluster.metadata()
                        .write(
                                visit.namespace,
                                MetadataChange.annotate(
                                        Map.of(
                                                Keys.TOKEN_ISSUED,
                                                Optional.of(visit.facts.now().toString()))));
        return visit.progress.withNote();
    }

    /** Somebody was faster: what is true now is found out by the next pass. */
    static OutcomeException retry(String message) {
        return new OutcomeException(
                new Outcome.Transient("Conflict", message, Outcome.Pace.FAST, Optional.empty()));
    }

    static Progress.Problem problem(WriteRefused refused) {
        return new Progress.Problem(refused.reason(), refused.getMessage());
    }

    static Progress.Problem taken(RequestContext visit) {
        return new Progress.Problem(
                "SecretExists",
                "Secret %s in %s is not this request's and is left alone. Delete it, or create a ConfigMap of another name"
                        .formatted(visit.facts.name(), visit.key.namespace()));
    }

    private static String uid(Map<String, Object> object) {
        return Fields.metadata(object, "uid");
    }
}
