package dev.dragoman.azure;

import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.arm.ArmClients;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.Export;
import dev.dragoman.azure.decision.Facts;
import dev.dragoman.azure.decision.OwnState;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.decision.ReadyCondition;
import dev.dragoman.azure.export.ExportRequest;
import dev.dragoman.azure.export.ExportRequests;
import dev.dragoman.azure.export.ExpressionCheck;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Identity;
import dev.dragoman.azure.model.AppliedVersion;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.kube.Excerpt;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.MetadataChange;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.WriteRefused;
import dev.dragoman.reconcile.KeySets;
import dev.dragoman.reconcile.ObjectCache;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Gathers everything that is known about an object before Azure is asked. Writes nothing. */
final class Observer {
    /** ARM gives no request longer than a minute; the rest is for clocks and proxies. */
    private static final Duration LONGEST_REQUEST = Duration.ofMinutes(2);

    /** Characters; names of objects have no more, and names in Azure few. */
    private static final int LONGEST_NAME = 253;

    private final Catalog catalog;
    private final AzureSettings settings;
    private final ObjectCredential credentials;
    private final ObjectCache cache;
    private final Reader reader;
    private final Waits waits;
    private final ClaimSeal seal;
    private final Tenancy tenancy;
    private final InstantSource clock;

    Observer(
            Catalog catalog,
            AzureSettings settings,
            Identity identity,
            ArmClients clients,
            ObjectCache cache,
            Reader reader,
            Waits waits,
            ClaimSeal seal,
            InstantSource clock) {
        this.catalog = catalog;
        this.settings = settings;
        this.credentials = new ObjectCredential(identity, clients, settings, cache);
        this.cache = cache;
        this.reader = reader;
        this.waits = waits;
        this.seal = seal;
        this.tenancy =
                new Tenancy(
                        new Holders(cache, seal, this::named, credentials::whose, this::serves),
                        settings.exclusiveResources());
        this.clock = clock;
    }

    /**
     * Empty for kinds that the catalog does not know and for namespaces that are not ours to serve.
     */
    Optional<AzureObservation> observe(Reconciliation reconciliation) {
        if (!serves(reconciliation.key().namespace())) {
            return Optional.empty();
        }
        return catalog.find(reconciliation.key().group(), reconciliation.key().kind())
                .map(kind -> observe(reconciliation, kind));
    }

    private Optional<String> named(ObjectKey key, Map<String, Object> object) {
        var kind = catalog.find(key.group(), key.kind());
        if (kind.isEmpty()) {
            return Optional.empty();
        }
        var around =
                new ReferenceResolver(
                        key.namespace(), new AsShown(cache), reader, catalog, seal, true);
        var subscription = credentials.known(object);
        var owner = OwnerLookup.of(kind.get(), object, around, subscription);
        var name = AzureName.of(kind.get(), object, around);
        return new NamedResource(
                        kind.get(),
                        object,
                        RecordedResource.of(object, kind.get(), seal),
                        owner,
                        name.text())
                .named()
                .filter(any -> name.problem().isEmpty());
    }

    private boolean serves(String namespace) {
        var targets = settings.targetNamespaces();
        return targets.isEmpty() || targets.contains(namespace);
    }

    /** The object is gone, or not ours to serve. */
    void forget(ObjectKey key) {
        waits.forget(key);
        tenancy.forget(key);
    }

    /**
     * Whether the object has the id that it is about to claim: from now on others know that Azure
     * has answered its identity.
     */
    boolean takes(AzureObservation seen) {
        return seen.resourceId().isEmpty()
                || tenancy.claims(
                        seen.resourceId().get(),
                        new Tenancy.Asker(
                                seen.key(),
                                seen.facts().subject().object(),
                                around(seen.key(), seen.facts().state().sent()),
                                seen.acting()));
    }

    private ReferenceResolver around(ObjectKey key, boolean sent) {
        return new ReferenceResolver(key.namespace(), cache, reader, catalog, seal, sent);
    }

    private AzureObservation observe(Reconciliation reconciliation, AzureKind kind) {
        var object = reconciliation.object();
        var standing = RecordedResource.of(object, kind, seal);
        var around = around(reconciliation.key(), standing.sent());
        var version = AppliedVersion.of(object, kind);
        var seen = new Observing(reconciliation, kind, version, around, standing);
        try {
            seen.look();
        } catch (WriteRefused refused) {
            seen.problem(ReferenceResolver.unreadable(refused));
        }
        return seen.observation();
    }

    /** Collects; the first problem that is found is the one that is shown. */
    private final class Observing {
        private final Reconciliation reconciliation;
        private final AzureKind kind;
        private final AzureVersion version;
        private final ReferenceResolver around;
        private final ExportRequests exports;
        private final ExpressionCheck expressions;
        private final RecordedResource standing;
        private Facts.Policy policy = Facts.Policy.MANAGE;
        private Optional<Problem> problem = Optional.empty();
        private Optional<ArmClient> client = Optional.empty();
        private Acting acting = Acting.SHARED;
        private Optional<String> subscription = Optional.empty();
        private Optional<String> id = Optional.empty();
        private Optional<ArmBody.Result> mapped = Optional.empty();
        private OwnerLookup owner = OwnerLookup.NONE;
        private NamedResource resource;
        private String azureName;
        private boolean detaching;
        private boolean intact = true;

        Observing(
                Reconciliation reconciliation,
                AzureKind kind,
                AzureVersion version,
                ReferenceResolver around,
                RecordedResource standing) {
            this.reconciliation = reconciliation;
            this.kind = kind;
            this.version = version;
            this.around = around;
            this.standing = standing;
            var spec = Fields.spec(reconciliation.object());
            this.exports = ExportRequests.of(kind, spec);
            this.expressions =
                    Fields.deleting(reconciliation.object())
                            ? ExpressionCheck.NOTHING
                            : ExpressionCheck.of(kind, version, exports.expressions());
            this.azureName = Fields.metadata(reconciliation.object(), "name");
        }

        void problem(Problem found) {
            if (problem.isEmpty()) {
                problem = Optional.of(found);
            }
        }

        void look() {
            policy = policy();
            OperatorNamespace.problem(reconciliation.object(), settings.operatorNamespace())
                    .ifPresent(this::problem);
            subscription = credential();
            owner = OwnerLookup.of(kind, reconciliation.object(), around, subscription);
            var name = AzureName.of(kind, reconciliation.object(), around);
            resource =
                    new NamedResource(kind, reconciliation.object(), standing, owner, name.text());
            azureName = name.text();
            if (Fields.deleting(reconciliation.object())) {
                lookDeleted();
                return;
            }
            owner.problem().ifPresent(this::problem);
            if (standing.claimed().isEmpty()) {
                StaleOwners.problem(reconciliation.object(), catalog, around)
                        .ifPresent(this::problem);
            }
            name.problem().ifPresent(this::problem);
            resource.badName().ifPresent(this::problem);
            id = name.problem().isEmpty() ? resource.named() : Optional.empty();
            // first: another subscription changes the id of what has no owner too
            sameSubscription();
            resource.renamed().ifPresent(this::problem);
            map();
            unsupported();
            ExportNames.problem(exports).ifPresent(this::problem);
            expressions.problem().ifPresent(this::problem);
            // last: what is not sent takes no id
            holding();
            if (problem.isEmpty() && checksExports()) {
                intact = around.intact(exports.destinations(), reconciliation.uid());
            }
        }

        private Facts.Policy policy() {
            var own = Fields.annotation(reconciliation.object(), AsoNames.POLICY);
            var written = own.isEmpty() ? around.namespacePolicy() : own;
            var named = Facts.Policy.of(written);
            if (named.isEmpty() && !written.isEmpty()) {
                problem(
                        Problem.error(
                                "InvalidReconcilePolicy",
                                "%s: the annotation %s is '%s'; write manage, skip or detach-on-delete, or remove it"
                                        .formatted(
                                                own.isEmpty()
                                                        ? "Namespace "
                                                                + reconciliation.key().namespace()
                                                        : "metadata.annotations",
                                                AsoNames.POLICY,
                                                Excerpt.value(written))));
            }
            return named.or(() -> Facts.Policy.of(settings.defaultPolicy()))
                    .orElse(Facts.Policy.MANAGE);
        }

        private void lookDeleted() {
            id =
                    standing.sent()
                            ? sentId().filter(i -> !tenancy.heldByAnother(i, asker()))
                            : standing.claimed()
                                    .or(resource::noted)
                                    .filter(i -> tenancy.mayDeleteUnsent(i, asker()));
            id.flatMap(i -> tenancy.keeps(i, asker())).ifPresent(this::problem);
            if (!kind.inArm()) {
                owner.problem().ifPresent(this::problem);
            }
            detaching = (id.isPresent() || !kind.inArm()) && definitionGone();
            sameSubscription();
        }

        /**
         * What was sent is told by the seal or the status. With neither, the spec may have been
         * edited since.
         */
        private Optional<String> sentId() {
            return standing.claimed()
                    .or(
                            () ->
                                    resource.reconciled()
                                            .filter(
                                                    i ->
                                                            standing.shown().isPresent()
                                                                    || tenancy.mayDeleteUnsent(
                                                                            i, asker())));
        }

        private Tenancy.Asker asker() {
            return new Tenancy.Asker(reconciliation.key(), reconciliation.object(), around, acting);
        }

        /** What Azure may have stays where it was made; what it has not is where its spec says. */
        private void sameSubscription() {
            boolean deleting = Fields.deleting(reconciliation.object());
            boolean made = deleting || standing.sent() || standing.uncertain();
            var known = made && !deleting ? standing.known() : id;
            subscription
                    .flatMap(ours -> known.flatMap(i -> resource.elsewhere(i, ours, made)))
                    .ifPresent(this::problem);
        }

        /** One object for a resource, and nothing below another team's without its consent. */
        private void holding() {
            if (id.isEmpty() || otherOperator().isPresent()) {
                tenancy.release(reconciliation.key());
                return;
            }
            tenancy.problem(id.get(), asker(), problem.isEmpty())
                    // what is not ours comes before what is wrong with it
                    .ifPresent(found -> problem = Optional.of(found));
        }

        private Optional<String> credential() {
            var resolved = credentials.resolve(reconciliation.object(), around);
            resolved.problem().ifPresent(this::problem);
            client = resolved.client();
            acting = resolved.acting();
            return resolved.subscription();
        }

        private void map() {
            var result =
                    ArmBody.of(
                            version,
                            Fields.spec(reconciliation.object()),
                            resource.azureName(),
                            around);
            result.missing().stream().findFirst().map(around::missing).ifPresent(this::problem);
            mapped = Optional.of(result);
        }

        private void unsupported() {
            UnsupportedSpec.problem(Fields.spec(reconciliation.object())).ifPresent(this::problem);
        }

        /**
         * Whatever the reconciliation runs for: one that was to restore a Secret may have failed,
         * or been merged with an edit, and then no cause tells of it. What is not Ready exports
         * anyway.
         */
        private boolean checksExports() {
            return exports.any() && ReadyCondition.ready(reconciliation.object());
        }

        /** Read live: a stale answer here would delete in Azure what must only be detached. */
        private boolean definitionGone() {
            var key =
                    new ObjectKey(
                            "apiextensions.k8s.io",
                            "CustomResourceDefinition",
                            "",
                            kind.plural() + "." + kind.group());
            return reader.get("apiextensions.k8s.io/v1", key).map(Fields::deleting).orElse(true);
        }

        /**
         * A request whose answer was lost may still be at work in Azure when the object is deleted.
         */
        private Optional<Duration> doubt() {
            var asked = Fields.metadata(reconciliation.object(), "deletionTimestamp");
            if (!standing.uncertain() || asked.isEmpty()) {
                return Optional.empty();
            }
            var left =
                    Duration.between(clock.instant(), Instant.parse(asked).plus(LONGEST_REQUEST));
            return left.isPositive() ? Optional.of(left) : Optional.empty();
        }

        /** Namespace of the operator that reconciles the object instead of this one. */
        private Optional<String> otherOperator() {
            return OperatorNamespace.other(reconciliation.object(), settings.operatorNamespace());
        }

        private String sealOf(String resourceId) {
            return seal.of(reconciliation.uid(), resourceId);
        }

        private Facts.Subject subject(Map<String, Object> object) {
            return new Facts.Subject(
                    object,
                    "%s %s"
                            .formatted(
                                    kind.inArm() ? kind.armType() : kind.id(),
                                    Excerpt.value(azureName, LONGEST_NAME)),
                    Fields.generation(object),
                    Fields.deleting(object),
                    Fields.hasFinalizer(object, AsoNames.FINALIZER),
                    otherOperator(),
                    policy,
                    owner.gone(Fields.spec(object)));
        }

        private Facts.Claimed claimed(Map<String, Object> object) {
            var generation = Fields.annotation(object, AsoNames.GENERATION);
            return new Facts.Claimed(
                    id,
                    Fields.deleting(object) ? id : standing.known(),
                    id.map(
                                    i ->
                                            ClaimMetadata.needed(
                                                    object,
                                                    i,
                                                    sealOf(i),
                                                    owner.object(),
                                                    settings.operatorNamespace()))
                            .orElse(false),
                    generation.matches("\\d{1,18}") ? Long.parseLong(generation) : -1,
                    seal.made(object),
                    subscription);
        }

        /** What is written as it is, and what expressions read. */
        private List<Export> exportedValues() {
            return Stream.concat(
                            exports.fields().stream().map(ExportRequest::export),
                            expressions.values().stream())
                    .distinct()
                    .toList();
        }

        AzureObservation observation() {
            exports.destinations().stream()
                    .filter(e -> ExportNames.problem(e).isEmpty())
                    .forEach(
                            e ->
                                    around.asked()
                                            .add(
                                                    new ObjectKey(
                                                            "",
                                                            e.kind(),
                                                            reconciliation.key().namespace(),
                                                            e.name())));
            var object = reconciliation.object();
            var facts =
                    new Facts(
                            subject(object),
                            new Facts.Type(
                                    AutoscaleTargets.rules(
                                            kind.rules(), cache, reconciliation.key(), id),
                                    kind.verbs().contains(AzureKind.Verb.DELETE),
                                    detaching),
                            claimed(object),
                            problem,
                            Optional.empty(),
                            OwnState.of(object),
                            new Facts.Exported(
                                    exportedValues(),
                                    exports.any(),
                                    intact,
                                    waits.pending(reconciliation.key())),
                            new Facts.Timing(
                                    waits.left(reconciliation.key()),
                                    doubt(),
                                    reconciliation.cause().compares(),
                                    clock.instant(),
                                    reconciliation.longestPause()));
            var claim =
                    id.map(
                                    i ->
                                            ClaimMetadata.of(
                                                    object,
                                                    i,
                                                    sealOf(i),
                                                    owner.object(),
                                                    settings.operatorNamespace(),
                                                    catalog))
                            .orElseGet(() -> MetadataChange.addFinalizer(AsoNames.FINALIZER));
            Map<String, Optional<String>> made =
                    kind.rules().deletion().before().isPresent() && id.isPresent()
                            ? Map.of(
                                    AsoNames.MADE_BY,
                                    Optional.of(seal.made(reconciliation.uid(), id.get())))
                            : Map.of();
            return new AzureObservation(
                    reconciliation.key(),
                    kind,
                    version,
                    facts,
                    client,
                    id,
                    mapped,
                    claim,
                    made,
                    exports,
                    expressions,
                    around.acceptsOperatorCredential(),
                    acting,
                    KeySets.of(around.asked()));
        }
    }
}
