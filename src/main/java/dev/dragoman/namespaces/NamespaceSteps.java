package dev.dragoman.namespaces;

import dev.dragoman.capability.StepCall;
import dev.dragoman.kube.Applied;
import dev.dragoman.kube.Applier;
import dev.dragoman.kube.ApplyOptions;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.Remover;
import dev.dragoman.kube.Tokens;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.MetadataChange;
import dev.dragoman.kube.object.Seen;
import dev.dragoman.namespaces.RequestContext.Observation;
import dev.dragoman.namespaces.RequestContext.State;
import dev.dragoman.namespaces.decision.DeleteNamespace;
import dev.dragoman.namespaces.decision.Keys;
import dev.dragoman.namespaces.decision.NamespaceProgress;
import dev.dragoman.namespaces.decision.NamespaceStep;
import dev.dragoman.namespaces.decision.TokenClaims;
import dev.dragoman.namespaces.decision.TokenPolicy;
import dev.dragoman.namespaces.template.Probes;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.OutcomeException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of the route {@code namespaces}, as the bean {@code namespaceSteps}. The process may be
 * killed after any step; the next reconciliation continues from there. Thread-safe.
 */
public final class NamespaceSteps {
    /** Field manager of all objects that are made for requests. */
    static final String MANAGER = "dragoman-namespaces";

    private static final Logger LOG = LoggerFactory.getLogger(NamespaceSteps.class);

    private final NamespaceSettings settings;
    private final Cluster cluster;
    private final NamespaceContent furnisher;

    /**
     * Access to the cluster.
     *
     * @param enqueue enqueues the key of an object for reconciliation
     */
    record Cluster(
            Reader reader,
            Applier applier,
            Remover remover,
            MetadataWriter metadata,
            Tokens tokens,
            Consumer<ObjectKey> enqueue) {}

    NamespaceSteps(NamespaceSettings settings, Cluster cluster) {
        this.settings = settings;
        this.cluster = cluster;
        this.furnisher =
                new NamespaceContent(
                        settings, cluster.reader(), cluster.applier(), cluster.remover());
    }

    /** Creates the namespace for this request. */
    public State makeNamespace(StepCall<Observation> call) {
        var work = new RequestContext(call);
        return work.with(make(work, call.step(NamespaceStep.MakeNamespace.class).annotations()));
    }

    /** Writes annotations on an existing namespace that say that it belongs to this request. */
    public State adopt(StepCall<Observation> call) {
        var work = new RequestContext(call);
        return work.with(adopt(work, call.step(NamespaceStep.Adopt.class).annotations()));
    }

    /** Applies the template's objects, and reads the published token. */
    public State furnish(StepCall<Observation> call) {
        var _ = call.step(NamespaceStep.Furnish.class);
        var work = new RequestContext(call);
        return work.with(furnisher.furnish(work));
    }

    /** Requests a token from the API server. */
    public State issueToken(StepCall<Observation> call) {
        var _ = call.step(NamespaceStep.IssueToken.class);
        var work = new RequestContext(call);
        return work.with(issue(work));
    }

    /** Tries the token, as its bearer would use it. */
    public State tryToken(StepCall<Observation> call) {
        var _ = call.step(NamespaceStep.TryToken.class);
        var work = new RequestContext(call);
        return work.with(work.progress.with(attempt(work)));
    }

    /** Writes the Secret with the credentials. */
    public State publish(StepCall<Observation> call) {
        var secret = call.step(NamespaceStep.Publish.class).exports().getFirst();
        var work = new RequestContext(call);
        return work.with(publish(work, secret));
    }

    /** Writes an annotation on the namespace that says that its only token was published. */
    public State noteIssued(StepCall<Observation> call) {
        var _ = call.step(NamespaceStep.NoteIssued.class);
        var work = new RequestContext(call);
        return work.with(note(work));
    }

    /** Deletes the namespace that is reconciled. */
    public boolean deleteNamespace(StepCall<?> call) {
        LOG.info(
                "deleting namespace {}: {}",
                call.context().reconciliation().key().name(),
                call.step(DeleteNamespace.class).reason());
        return cluster.remover().delete(call.object());
    }

    private NamespaceProgress make(RequestContext context, Map<String, String> chosen) {
        stillWanted(context);
        var values = new LinkedHashMap<>(chosen);
        values.put(Keys.REQUEST_UID, context.facts.uid());
        values.put(Keys.REQUESTS_NAMESPACE, settings.requestsNamespace());
        try {
            if (cluster.applier()
                            .apply(
                                    NamespaceContent.annotated(context.objects.getFirst(), values),
                                    new ApplyOptions(MANAGER, Optional.empty(), false),
                                    absent(context.facts.name()))
                    instanceof Applied.Written(var made)) {
                LOG.info("made namespace {}", context.facts.name());
                return mine(context, made);
            }
        } catch (WriteRefused refused) {
            return context.progress.with(problem(refused));
        }
        throw retry(
                "make namespace %s: another namespace of this name appeared meanwhile; retrying"
                        .formatted(context.facts.name()));
    }

    /**
     * Checks that the request still exists and was not served yet. Reads the request from the API
     * server, because a list may still show a request that was deleted with its namespace. Nobody
     * would delete a second namespace of such a request.
     */
    private void stillWanted(RequestContext context) {
        var wanted =
                cluster.reader()
                        .get("v1", context.key)
                        .filter(each -> uid(each).equals(context.facts.uid()))
                        .filter(each -> !Fields.deleting(each))
                        // a request that was served gets no second namespace
                        .filter(each -> Fields.annotation(each, Keys.NAMESPACE_UID).isEmpty());
        if (wanted.isEmpty()) {
            throw retry(
                    "make namespace %s: its request was deleted or served meanwhile"
                            .formatted(context.facts.name()));
        }
    }

    /** Lets the apply create only: an existing namespace of this name is not the request's. */
    private static Seen absent(String name) {
        return new Seen(Map.of(new ObjectKey("", "Namespace", "", name), Optional.empty()));
    }

    private NamespaceProgress adopt(RequestContext context, Map<String, String> chosen) {
        var values = new LinkedHashMap<String, Optional<String>>();
        chosen.forEach((key, value) -> values.put(key, Optional.of(value)));
        values.put(Keys.REQUESTS_NAMESPACE, Optional.of(settings.requestsNamespace()));
        if (onlyOnce(context)) {
            values.put(Keys.TOKEN_ISSUED, Optional.of(context.facts.now().toString()));
        }
        try {
            var adopted =
                    cluster.metadata().write(context.namespace, MetadataChange.annotate(values));
            LOG.info("took over namespace {}", context.facts.name());
            return mine(context, adopted);
        } catch (WriteRefused refused) {
            return context.progress.with(problem(refused));
        }
    }

    /**
     * Whether the account exists with the policy only-once. Then its only token counts as issued by
     * the former owner of the namespace.
     */
    private boolean onlyOnce(RequestContext context) {
        var key = new ObjectKey("", "ServiceAccount", context.facts.name(), Keys.ACCOUNT);
        return cluster.reader()
                .get("v1", key)
                .map(account -> Fields.annotation(account, settings.policyAnnotation()))
                .flatMap(TokenPolicy::of)
                .filter(TokenPolicy.ONLY_ONCE::equals)
                .isPresent();
    }

    private NamespaceProgress mine(RequestContext context, Map<String, Object> namespace) {
        context.namespace = namespace;
        // the operator's own write enqueues nothing, but the queue must know when the namespace
        // ends
        cluster.enqueue().accept(NamespaceRequests.namespaceKey(context.facts.name()));
        return context.progress.with(NamespaceRequests.existing(namespace).orElseThrow());
    }

    private NamespaceProgress issue(RequestContext context) {
        try {
            context.token =
                    cluster.tokens()
                            .issue(
                                    context.facts.name(),
                                    Keys.ACCOUNT,
                                    settings.tokenLifetime(),
                                    Keys.HANDLE,
                                    context.progress.furnished().orElseThrow().handleUid());
            var claims = TokenClaims.of(context.token);
            if (claims.isEmpty()) {
                throw retry(
                        "issue a token for namespace %s: the answer has no token that can be read; retrying"
                                .formatted(context.facts.name()));
            }
            return context.progress.withToken(claims.get());
        } catch (WriteRefused refused) {
            furnisher.stillThere(context, refused);
            return context.progress.with(problem(refused));
        }
    }

    private NamespaceProgress.Tried attempt(RequestContext context) {
        var expected = "system:serviceaccount:%s:%s".formatted(context.facts.name(), Keys.ACCOUNT);
        if (!cluster.tokens().bearer(context.token).equals(Optional.of(expected))) {
            return new NamespaceProgress.Tried(false, "");
        }
        if (!context.progress.issued()) {
            return new NamespaceProgress.Tried(true, "");
        }
        var probes = Probes.of(context.objects, this::clusterRole);
        if (!probes.problem().isEmpty()) {
            return new NamespaceProgress.Tried(true, probes.problem());
        }
        return new NamespaceProgress.Tried(
                true,
                probes.tries().stream()
                        .filter(each -> !cluster.tokens().may(context.token, each))
                        .findFirst()
                        .map(each -> "ServiceAccount admin may not yet " + each)
                        .orElse(""));
    }

    private Optional<Map<String, Object>> clusterRole(String name) {
        return cluster.reader()
                .get(
                        "rbac.authorization.k8s.io/v1",
                        new ObjectKey("rbac.authorization.k8s.io", "ClusterRole", "", name));
    }

    private NamespaceProgress publish(RequestContext context, Map<String, Object> secret) {
        try {
            var options =
                    new ApplyOptions(MANAGER, Optional.of(context.namespace), true)
                            .adoptingOrphans();
            return switch (cluster.applier().apply(secret, options)) {
                case Applied.Written _ -> {
                    LOG.info("published credentials of namespace {}", context.facts.name());
                    if (!context.progress.issued()) {
                        context.restored.add("Secret " + context.facts.name());
                    }
                    yield context.progress.withPublication();
                }
                case Applied.Unchanged _ -> context.progress.withPublication();
                case Applied.Foreign _, Applied.Conflict _ -> context.progress.with(taken(context));
            };
        } catch (WriteRefused refused) {
            return context.progress.with(problem(refused));
        }
    }

    private NamespaceProgress note(RequestContext context) {
        context.namespace =
                cluster.reader()
                        .get("v1", NamespaceRequests.namespaceKey(context.facts.name()))
                        .filter(each -> uid(each).equals(uid(context.namespace)))
                        .orElseThrow(
                                () ->
                                        retry(
                                                "note the token on namespace %s: the namespace was deleted meanwhile; retrying"
                                                        .formatted(context.facts.name())));
        var _ =
                cluster.metadata()
                        .write(
                                context.namespace,
                                MetadataChange.annotate(
                                        Map.of(
                                                Keys.TOKEN_ISSUED,
                                                Optional.of(context.facts.now().toString()))));
        return context.progress.withNote();
    }

    /**
     * Ends the reconciliation because an object has changed meanwhile; the next reconciliation
     * retries.
     */
    static OutcomeException retry(String message) {
        return OutcomeException.soon("Conflict", message);
    }

    static NamespaceProgress.Problem problem(WriteRefused refused) {
        return new NamespaceProgress.Problem(refused.reason(), refused.getMessage());
    }

    static NamespaceProgress.Problem taken(RequestContext context) {
        return new NamespaceProgress.Problem(
                "SecretExists",
                "Secret %s in namespace %s does not belong to this request, so nothing is written to it. Delete the Secret, or create a ConfigMap of another name"
                        .formatted(context.facts.name(), context.key.namespace()));
    }

    private static String uid(Map<String, Object> object) {
        return Fields.metadata(object, "uid");
    }
}
