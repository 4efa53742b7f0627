package dev.dragoman.azure.check;

import dev.dragoman.azure.Memory;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.claim.ClaimMetadata;
import dev.dragoman.azure.claim.ClaimSeal;
import dev.dragoman.azure.claim.Holders;
import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.azure.claim.Tenancy;
import dev.dragoman.azure.decision.AzureFacts;
import dev.dragoman.azure.decision.OwnState;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.decision.ReadyCondition;
import dev.dragoman.azure.export.Destination;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.model.AppliedVersion;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.azure.vault.VaultChoice;
import dev.dragoman.azure.vault.VaultExports;
import dev.dragoman.azure.vault.VaultReader;
import dev.dragoman.capability.TeamPlatform;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.MetadataChange;
import dev.dragoman.kube.object.Names;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import dev.dragoman.reconcile.cache.KeySets;
import dev.dragoman.reconcile.cache.ObjectCache;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Gathers everything that is known about an object before Azure is asked. Writes nothing. */
public final class Observer {
    /**
     * How long a request may be on its way. ARM ends each request after a minute; the second minute
     * allows for clocks and proxies.
     */
    private static final Duration LONGEST_REQUEST = Duration.ofMinutes(2);

    /** Longest name that messages show in full, in characters; no object has a longer one. */
    private static final int LONGEST_NAME = 253;

    private final Catalog catalog;
    private final AzureSettings settings;
    private final ObjectCredential credentials;
    private final ObjectCache cache;
    private final Reader reader;
    private final Memory memory;
    private final ClusterName cluster;
    private final VaultReader vaults;
    private final VaultExports entries;
    private final ClaimSeal seal;
    private final ClaimMetadata claims;
    private final Tenancy tenancy;
    private final InstantSource clock;

    /**
     * @param vaults reads the values that specs name in Key Vaults
     * @param entries knows the entries of Key Vaults that objects have
     */
    public Observer(
            Catalog catalog,
            AzureSettings settings,
            ObjectCredential credentials,
            ObjectCache cache,
            Reader reader,
            VaultReader vaults,
            VaultExports entries,
            Memory memory,
            ClaimSeal seal,
            InstantSource clock) {
        this.vaults = vaults;
        this.entries = entries;
        this.catalog = catalog;
        this.settings = settings;
        this.credentials = credentials;
        this.cache = cache;
        this.reader = reader;
        this.memory = memory;
        this.cluster = new ClusterName(settings.vaults().cluster(), reader);
        this.seal = seal;
        this.claims = new ClaimMetadata(seal, settings.operatorNamespace(), catalog);
        this.tenancy =
                new Tenancy(
                        new Holders(cache, seal, this::named, credentials::whose, this::serves),
                        this::isPlatform,
                        settings.exclusiveResources());
        this.clock = clock;
    }

    /**
     * Gathers the facts about an object. Empty for a kind that the catalog does not have, and in a
     * namespace that this operator does not serve.
     */
    public Optional<AzureObservation> observe(Reconciliation reconciliation) {
        if (!serves(reconciliation.key().namespace())) {
            return Optional.empty();
        }
        var key = reconciliation.key();
        return catalog.row(key.group(), key.kind(), reconciliation.object())
                .map(kind -> observe(reconciliation, kind));
    }

    private boolean isPlatform(String namespace, Set<ObjectKey> asked) {
        asked.add(TeamPlatform.ANY);
        var named = TeamPlatform.of(cache).map(each -> Fields.spec(each).get("namespace"));
        return settings.platformNamespaces().contains(namespace)
                || named.filter(namespace::equals).isPresent();
    }

    private Optional<String> named(ObjectKey key, Map<String, Object> object) {
        var kind = catalog.row(key.group(), key.kind(), object);
        if (kind.isEmpty()) {
            return Optional.empty();
        }
        var around =
                new ReferenceResolver(
                        key.namespace(),
                        new AsShown(cache),
                        (_, _) -> Optional.empty(),
                        catalog,
                        seal,
                        true);
        var owner = OwnerLookup.of(kind.get(), object, around, credentials.known(object));
        var name = AzureName.of(kind.get(), object, around);
        var standing = RecordedResource.of(object, kind.get(), seal);
        return new NamedResource(kind.get(), object, standing, owner, name.text())
                .named()
                .filter(any -> name.problem().isEmpty());
    }

    private boolean serves(String namespace) {
        var targets = settings.targetNamespaces();
        return targets.isEmpty() || targets.contains(namespace);
    }

    /**
     * Names, in lower case, of the direct child resources for which there are objects.
     *
     * @param id ARM id of the parent
     */
    public Set<String> childrenOf(String id) {
        var beginning = ResourceId.key(id) + "/";
        return cache.byIndexBelow(RecordedResource.INDEX, beginning).stream()
                .flatMap(child -> cache.shown(child).stream())
                .flatMap(child -> RecordedResource.indexed(child).stream())
                .map(child -> child.substring(beginning.length()).split("/", -1))
                .filter(segments -> segments.length == 2)
                .map(segments -> segments[1])
                .collect(Collectors.toSet());
    }

    /** Forgets an object that is gone, or not served. */
    public void forget(ObjectKey key) {
        memory.forget(key);
        tenancy.forget(key);
    }

    /**
     * Takes the id that an object is about to claim. The id then counts as taken in other
     * namespaces too, because Azure has answered the object's identity.
     *
     * @return false if the object may not have the id
     */
    public boolean takes(AzureObservation seen) {
        var facts = seen.facts();
        var around = around(seen.key(), facts.state().sent());
        var asker = new Tenancy.Asker(seen.key(), facts.subject().object(), around, seen.acting());
        return seen.resourceId().map(id -> tenancy.claims(id, asker)).orElse(true);
    }

    /** The vaults that steps of teams may use. */
    public StepVaults vaults() {
        return new StepVaults(settings, cluster, key -> around(key, true));
    }

    private ReferenceResolver around(ObjectKey key, boolean sent) {
        return new ReferenceResolver(key.namespace(), cache, reader, catalog, seal, sent);
    }

    private AzureObservation observe(Reconciliation reconciliation, AzureKind kind) {
        var observing = new Observing(reconciliation, kind);
        try {
            observing.gather();
        } catch (WriteRefused refused) {
            observing.unreadable(refused);
        }
        return observing.observation(AzureChecks.first(observing.seen));
    }

    /**
     * Gathers all facts even after a problem, so that a change of any object that was read leads to
     * another reconciliation.
     */
    private final class Observing {
        private final Reconciliation reconciliation;
        private final Map<String, Object> object;
        private final AzureKind kind;
        private final AzureVersion version;
        private final RecordedResource standing;
        private final ReferenceResolver around;
        private final Gathered seen;
        private boolean detaching;
        private boolean intact = true;
        private Optional<Integer> sign = Optional.empty();

        Observing(Reconciliation reconciliation, AzureKind kind) {
            this.reconciliation = reconciliation;
            this.object = reconciliation.object();
            this.kind = kind;
            this.version = AppliedVersion.of(object, kind);
            this.standing = RecordedResource.of(object, kind, seal);
            this.around = around(reconciliation.key(), standing.sent());
            this.seen = new Gathered(object, kind, version, settings.operatorNamespace());
        }

        void gather() {
            var policy = Fields.annotation(object, AsoNames.POLICY);
            seen.policy = policy.isEmpty() ? around.namespacePolicy() : policy;
            seen.credential = credentials.resolve(object, around);
            seen.owner = OwnerLookup.of(kind, object, around, seen.credential.subscription());
            seen.name = AzureName.of(kind, object, around);
            var resource = new NamedResource(kind, object, standing, seen.owner, seen.name.text());
            seen.resource = Optional.of(resource);
            gatherVault();
            if (seen.deleting()) {
                gatherDeleted(resource);
            } else {
                gatherKept(resource);
            }
        }

        /**
         * Records a refused read. An object that is being deleted then keeps its finalizer if it
         * may have a resource: without the finalizer, the resource would stay in Azure.
         */
        void unreadable(WriteRefused refused) {
            seen.unread = Optional.of(ReferenceResolver.unreadable(refused));
            if (seen.deleting()) {
                seen.id = RecordedResource.noted(object);
                detaching = seen.id.isPresent() && Definition.knownGone(kind, reader);
            }
        }

        private void gatherKept(NamedResource resource) {
            if (standing.claimed().isEmpty()) {
                seen.staleOwner = StaleOwners.problem(object, catalog, around);
            }
            seen.id = seen.name.problem().isEmpty() ? resource.named() : Optional.empty();
            var values = SpecValues.of(around, access(), seen.credential, vaults);
            var body = ArmBody.of(version, Fields.spec(object), resource.azureName(), values);
            var first = body.missing().stream().findFirst();
            seen.missing = first.map(values::missing);
            seen.vaultValue = first.map(values::state).orElse(AzureFacts.VaultValue.THERE);
            seen.body = Optional.of(body);
            seen.allowance = Allowance.of(object, cache, around);
            hold();
            if (AzureChecks.first(seen).isEmpty() && checksExports()) {
                intact = around.intact(inCluster(), reconciliation.uid());
                // a Key Vault is asked only where that can spare a request for keys
                sign =
                        memory.standing(reconciliation.key(), around.versions(inCluster()))
                                .filter(any -> reconciliation.cause().compares())
                                .filter(any -> seen.vault.isUnchanged(entries, seen));
            }
        }

        /** Finds the Key Vault, if the object exports Secrets or still has entries. */
        private void gatherVault() {
            if (seen.exports.destinations().stream().anyMatch(Destination::isSecret)
                    || OwnState.of(object).stored().mayRemain()) {
                seen.vault =
                        VaultAsked.of(
                                        object,
                                        kind.id(),
                                        settings.vaults(),
                                        cluster,
                                        access(),
                                        around)
                                .checked(seen.exports);
            }
        }

        private VaultAccess access() {
            return VaultAccess.of(
                    reconciliation.key().namespace(),
                    settings,
                    seen.credential.client(),
                    seen.credential.acting(),
                    around);
        }

        /** Whether a deletion of the object deletes its entries in Key Vaults. */
        private boolean withdraws() {
            return subject().policy() == AzureFacts.Policy.MANAGE
                    && seen.credential.client().isPresent()
                    && !detaching
                    && !seen.vault.keeps()
                    && !seen.vault
                            .entries(OwnState.of(object).stored().all(), seen.exports)
                            .isEmpty();
        }

        private void gatherDeleted(NamedResource resource) {
            // a team could note what no row allows it to make
            var judged = Allowance.of(object, cache, around);
            var noted = resource.noted().filter(any -> judged.isEmpty());
            seen.id =
                    standing.sent()
                            ? sentId(resource).filter(i -> !tenancy.heldByAnother(i, asker()))
                            : standing.claimed().or(() -> noted).filter(this::mayDeleteUnsent);
            seen.others = seen.id.flatMap(i -> tenancy.keeps(i, asker()));
            detaching = (seen.id.isPresent() || !kind.inArm()) && Definition.gone(kind, reader);
        }

        /**
         * The id that was sent: the id of the claim, else the id that the spec names. Without an id
         * in the status, the spec may have been edited since the request; the id then counts only
         * if no other object claims it.
         */
        private Optional<String> sentId(NamedResource resource) {
            boolean shown = standing.shown().isPresent();
            return standing.claimed()
                    .or(() -> resource.reconciled().filter(i -> shown || mayDeleteUnsent(i)));
        }

        private boolean mayDeleteUnsent(String resourceId) {
            return tenancy.mayDeleteUnsent(resourceId, asker());
        }

        private Tenancy.Asker asker() {
            return new Tenancy.Asker(
                    reconciliation.key(), object, around, seen.credential.acting());
        }

        /** Destinations in the cluster: no Secrets if values are kept out of the cluster. */
        private List<Destination> inCluster() {
            boolean only = seen.vault.choice().filter(VaultChoice::only).isPresent();
            return seen.exports.destinations().stream()
                    .filter(each -> !only || !each.isSecret())
                    .toList();
        }

        /** Takes the id. Called last, because an object with another problem takes no id. */
        private void hold() {
            if (seen.id.isEmpty() || otherOperator().isPresent()) {
                tenancy.release(reconciliation.key());
                return;
            }
            seen.others =
                    tenancy.problem(seen.id.get(), asker(), AzureChecks.first(seen).isEmpty());
        }

        /**
         * Whether to check that exported objects exist. A Ready object is checked whatever the
         * cause of the reconciliation, because an earlier attempt to restore a Secret may have
         * failed, or may have been merged with an edit. An object that is not Ready exports anyway.
         */
        private boolean checksExports() {
            return seen.exports.any() && ReadyCondition.ready(object);
        }

        /**
         * How long a PUT whose answer was lost may still create the resource of an object that is
         * being deleted; empty if it cannot.
         */
        private Optional<Duration> doubt() {
            return Optional.of(Fields.metadata(object, "deletionTimestamp"))
                    .filter(at -> standing.uncertain() && !at.isEmpty())
                    .map(at -> Instant.parse(at).plus(LONGEST_REQUEST))
                    .map(until -> Duration.between(clock.instant(), until))
                    .filter(Duration::isPositive);
        }

        /** Namespace of the operator that reconciles the object instead of this one. */
        private Optional<String> otherOperator() {
            return Optional.of(Fields.annotation(object, AsoNames.OPERATOR_NAMESPACE))
                    .filter(named -> Names.isLabel(named) && !named.equals(seen.operatorNamespace));
        }

        private AzureFacts.Subject subject() {
            return new AzureFacts.Subject(
                    object,
                    "%s %s"
                            .formatted(
                                    kind.inArm() ? kind.armType() : kind.id(),
                                    Excerpt.value(seen.name.text(), LONGEST_NAME)),
                    Fields.generation(object),
                    seen.deleting(),
                    Fields.hasFinalizer(object, AsoNames.FINALIZER),
                    otherOperator(),
                    seen.deleting() && claims.isFound(object)
                            ? AzureFacts.Policy.DETACH_ON_DELETE
                            : AzureFacts.Policy.of(seen.policy)
                                    .or(() -> AzureFacts.Policy.of(settings.defaultPolicy()))
                                    .orElse(AzureFacts.Policy.MANAGE),
                    seen.owner.gone(Fields.spec(object)),
                    vaultValue());
        }

        private AzureFacts.VaultValue vaultValue() {
            var first = AzureChecks.first(seen);
            if (first.isPresent() && first.equals(seen.credential.problem())) {
                return seen.credential.unread()
                        ? AzureFacts.VaultValue.CREDENTIAL_UNREAD
                        : AzureFacts.VaultValue.THERE;
            }
            return first.equals(seen.missing) ? seen.vaultValue : AzureFacts.VaultValue.THERE;
        }

        private AzureFacts.Claimed claimed() {
            var generation = Fields.annotation(object, AsoNames.GENERATION);
            return new AzureFacts.Claimed(
                    seen.id,
                    seen.deleting() ? seen.id : standing.known().filter(this::isNamed),
                    seen.id.filter(i -> claims.needed(object, i, seen.owner.object())).isPresent(),
                    generation.matches("\\d{1,18}") ? Long.parseLong(generation) : -1,
                    claims.made(object),
                    seen.credential.subscription());
        }

        private boolean isNamed(String known) {
            return seen.id.map(id -> RecordedResource.same(kind.naming(), id, known)).orElse(true);
        }

        /** What goes to the Key Vault and how, to detect changes; empty if nothing does. */
        private String mark() {
            boolean any = seen.exports.destinations().stream().anyMatch(Destination::isSecret);
            return any ? seen.vault.mark(Fields.map(object, "spec", "operatorSpec")) : "";
        }

        AzureObservation observation(Optional<Problem> problem) {
            var key = reconciliation.key();
            for (var each : ExportNames.objects(seen.exports, key.namespace())) {
                around.asked().add(Fields.key(each));
            }
            var facts =
                    new AzureFacts(
                            subject(),
                            new AzureFacts.Type(
                                    AutoscaleTargets.rules(kind.rules(), cache, key, seen.id),
                                    kind.verbs().contains(AzureKind.Verb.DELETE),
                                    detaching),
                            claimed(),
                            problem,
                            Optional.empty(),
                            OwnState.of(object),
                            new AzureFacts.Exported(
                                    seen.exported(),
                                    seen.exports.any(),
                                    intact,
                                    memory.pending(key),
                                    mark(),
                                    seen.vault.entries(List.of(), seen.exports),
                                    seen.deleting() && withdraws(),
                                    sign),
                            new AzureFacts.Timing(
                                    memory.left(key),
                                    doubt(),
                                    reconciliation.cause().compares(),
                                    clock.instant(),
                                    reconciliation.longestPause()));
            var claim =
                    seen.id
                            .map(i -> claims.of(object, i, seen.owner.object()))
                            .orElseGet(() -> MetadataChange.addFinalizer(AsoNames.FINALIZER));
            var made = seen.id.map(i -> claims.made(kind, object, i)).orElse(Map.of());
            return new AzureObservation(
                    key,
                    kind,
                    version,
                    facts,
                    seen.credential.client().map(each -> each.hiding(seen.secrets())),
                    seen.id,
                    seen.body,
                    claim,
                    made,
                    seen.exports,
                    seen.expressions,
                    seen.vault,
                    around.acceptsOperatorCredential(),
                    seen.credential.acting(),
                    KeySets.of(around.asked()));
        }
    }
}
