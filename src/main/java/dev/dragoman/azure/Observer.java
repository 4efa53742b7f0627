package dev.dragoman.azure;

import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.arm.ArmClients;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.decision.Condition;
import dev.dragoman.azure.decision.Facts;
import dev.dragoman.azure.decision.OwnState;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.export.ExportRequest;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.GlobalIdentity;
import dev.dragoman.azure.model.AppliedVersion;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.MetadataChange;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.WriteRefused;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectCache;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Pass;
import dev.dragoman.reconcile.References;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Gathers everything that is known about an object before Azure is asked. Writes nothing. */
final class Observer {
    /** What one segment of an ARM id may be. */
    private static final Pattern SEGMENT = Pattern.compile("(?!\\.{1,2}$)[^/?#%\\\\\\p{Cntrl}]+");

    /** ARM gives no request longer than a minute; the rest is for clocks and proxies. */
    private static final Duration LONGEST_REQUEST = Duration.ofMinutes(2);

    private final Catalog catalog;
    private final AzureSettings settings;
    private final GlobalIdentity identity;
    private final ArmClients clients;
    private final ObjectCache cache;
    private final Reader reader;
    private final References references;
    private final Waits waits;
    private final InstantSource clock;
    private final Set<ObjectKey> withoutCredential = ConcurrentHashMap.newKeySet();

    Observer(
            Catalog catalog,
            AzureSettings settings,
            GlobalIdentity identity,
            ArmClients clients,
            ObjectCache cache,
            Reader reader,
            References references,
            Waits waits,
            InstantSource clock) {
        this.catalog = catalog;
        this.settings = settings;
        this.identity = identity;
        this.clients = clients;
        this.cache = cache;
        this.reader = reader;
        this.references = references;
        this.waits = waits;
        this.clock = clock;
    }

    /**
     * Empty for kinds that the catalog does not know and for namespaces that are not ours to serve.
     */
    Optional<Visit> observe(Pass pass) {
        var targets = settings.targetNamespaces();
        if (!targets.isEmpty() && !targets.contains(pass.key().namespace())) {
            return Optional.empty();
        }
        return catalog.find(pass.key().group(), pass.key().kind()).map(kind -> visit(pass, kind));
    }

    /** The object is gone: nothing wakes it any more. */
    void forget(Pass pass) {
        references.clear(pass.key());
        waits.clear(pass.key());
        withoutCredential.remove(pass.key());
    }

    /** Objects that wait for a credential to be corrected. */
    Set<ObjectKey> withoutCredential() {
        return Set.copyOf(withoutCredential);
    }

    /** Remembers that this object's credential was refused. */
    void credentialRefused(ObjectKey key) {
        withoutCredential.add(key);
    }

    private Visit visit(Pass pass, AzureKind kind) {
        var object = pass.object();
        var around = new Surroundings(pass.key().namespace(), cache, reader);
        var version = AppliedVersion.of(object, kind);
        var seen = new Seen(pass, kind, version, around);
        try {
            seen.look();
        } catch (WriteRefused refused) {
            seen.problem(Surroundings.unreadable(refused));
        }
        var visit = seen.visit();
        // last: what is exported counts as needed too
        references.set(pass.key(), new HashSet<>(around.asked()));
        return visit;
    }

    /** Collects; the first problem that is found is the one that is shown. */
    private final class Seen {
        private final Pass pass;
        private final AzureKind kind;
        private final AzureVersion version;
        private final Surroundings around;
        private final List<ExportRequest> exports;
        private final String azureName;
        private final Standing standing;
        private Facts.Policy policy = Facts.Policy.MANAGE;
        private Optional<Problem> problem = Optional.empty();
        private Optional<ArmClient> client = Optional.empty();
        private Optional<String> id = Optional.empty();
        private Optional<ArmBody.Result> mapped = Optional.empty();
        private Ownership owner =
                new Ownership(Optional.empty(), Optional.empty(), Optional.empty());
        private boolean detaching;
        private boolean intact = true;

        Seen(Pass pass, AzureKind kind, AzureVersion version, Surroundings around) {
            this.pass = pass;
            this.kind = kind;
            this.version = version;
            this.around = around;
            this.standing = Standing.of(pass.object(), kind);
            var spec = Fields.spec(pass.object());
            this.exports = ExportRequest.of(kind, spec);
            this.azureName =
                    kind.fixedName()
                            .orElseGet(
                                    () ->
                                            spec.get("azureName") instanceof String s
                                                            && !s.isEmpty()
                                                    ? s
                                                    : pass.key().name());
        }

        void problem(Problem found) {
            if (problem.isEmpty()) {
                problem = Optional.of(found);
            }
        }

        void look() {
            policy =
                    Facts.Policy.of(Fields.annotation(pass.object(), AsoNames.POLICY))
                            .or(around::namespacePolicy)
                            .or(() -> Facts.Policy.of(settings.defaultPolicy()))
                            .orElse(Facts.Policy.MANAGE);
            var subscription = credential();
            owner = Ownership.of(kind, Fields.spec(pass.object()), around, subscription);
            if (Fields.deleting(pass.object())) {
                id = standing.claimed().or(this::adopted);
                detaching = id.isPresent() && definitionGone();
                sameSubscription(subscription);
                return;
            }
            owner.problem().ifPresent(this::problem);
            if (SEGMENT.matcher(azureName).matches()) {
                id = owner.parent().map(p -> ResourceId.of(kind, azureName, p).text());
            } else {
                problem(
                        Problem.error(
                                "InvalidName",
                                "spec.azureName: '%s' cannot be part of an ARM id; write a name without / ? # %% \\ and control characters"
                                        .formatted(azureName)));
            }
            stillTheSame();
            sameSubscription(subscription);
            map();
            if (checksExports()) {
                intact = around.intact(exports, pass.uid());
            }
        }

        private Optional<String> credential() {
            try {
                AzureIdentity who = identity.current();
                client = Optional.of(clients.of(who));
                withoutCredential.remove(pass.key());
                return Optional.of(who.subscriptionId());
            } catch (IllegalArgumentException incomplete) {
                withoutCredential.add(pass.key());
                problem(
                        new Problem(
                                "CredentialNotFound",
                                Condition.Severity.WARNING,
                                incomplete.getMessage(),
                                Problem.Retry.SLOW,
                                Optional.empty()));
                return Optional.empty();
            }
        }

        /**
         * The resource of an object that another operator reconciled, and deleted before we did:
         * its annotation is believed when it names what the object asks for.
         */
        private Optional<String> adopted() {
            var noted = Fields.annotation(pass.object(), AsoNames.RESOURCE_ID);
            return SEGMENT.matcher(azureName).matches()
                    ? owner.parent()
                            .map(p -> ResourceId.of(kind, azureName, p).text())
                            .filter(noted::equalsIgnoreCase)
                    : Optional.empty();
        }

        /** Only the ids that hang below the credential's subscription must agree with it. */
        private void sameSubscription(Optional<String> subscription) {
            var claimed = standing.claimed().flatMap(i -> new ResourceId(i).subscription());
            var byArmId =
                    Fields.map(Fields.spec(pass.object()), "owner").get("armId") instanceof String;
            if (!byArmId
                    && (standing.sent() || standing.uncertain())
                    && owner.object().isEmpty()
                    && claimed.isPresent()
                    && subscription.isPresent()
                    && !claimed.get().equalsIgnoreCase(subscription.get())) {
                withoutCredential.add(pass.key());
                problem(
                        Problem.error(
                                "SubscriptionMismatch",
                                "%s is in subscription %s, the credential works in %s; restore the credential or recreate the object"
                                        .formatted(
                                                standing.claimed().orElse(""),
                                                claimed.get(),
                                                subscription.get())));
            }
        }

        /** Before Azure has it, name and owner may change; from then on that loses a resource. */
        private void stillTheSame() {
            var other =
                    standing.claimed()
                            .filter(was -> id.isPresent() && !was.equalsIgnoreCase(id.get()));
            if (other.isEmpty() || !(standing.sent() || standing.uncertain())) {
                return;
            }
            problem(
                    Problem.error(
                            "Failed",
                            (standing.sent()
                                            ? "azureName or owner changed after %s was created; change them back, or delete this object and create another"
                                            : "azureName or owner changed, and it is not known whether %s was created; change them back until this object is Ready or refused, or delete it")
                                    .formatted(other.get())));
        }

        private void map() {
            var result = ArmBody.of(version, Fields.spec(pass.object()), azureName, around);
            result.missing().stream()
                    .findFirst()
                    .map(Surroundings::missing)
                    .ifPresent(this::problem);
            mapped = Optional.of(result);
        }

        /**
         * Whatever the pass runs for: one that was to restore a Secret may have failed, or been
         * merged with an edit, and then no cause tells of it. What is not Ready exports anyway.
         */
        private boolean checksExports() {
            return !exports.isEmpty() && Condition.ready(pass.object());
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
            var asked = Fields.metadata(pass.object(), "deletionTimestamp");
            if (!standing.uncertain() || asked.isEmpty()) {
                return Optional.empty();
            }
            var left =
                    Duration.between(clock.instant(), Instant.parse(asked).plus(LONGEST_REQUEST));
            return left.isPositive() ? Optional.of(left) : Optional.empty();
        }

        Visit visit() {
            exports.forEach(
                    e ->
                            around.asked()
                                    .add(
                                            new ObjectKey(
                                                    "",
                                                    e.kind(),
                                                    pass.key().namespace(),
                                                    e.name())));
            var object = pass.object();
            var ours = settings.operatorNamespace();
            var other =
                    Optional.of(Fields.annotation(object, AsoNames.OPERATOR_NAMESPACE))
                            .filter(n -> !n.isEmpty() && !n.equals(ours));
            var generation = Fields.annotation(object, AsoNames.GENERATION);
            var facts =
                    new Facts(
                            object,
                            "%s %s".formatted(kind.armType(), azureName),
                            Fields.generation(object),
                            Fields.deleting(object),
                            Fields.hasFinalizer(object, AsoNames.FINALIZER),
                            other,
                            policy,
                            detaching,
                            kind.verbs().contains(AzureKind.Verb.DELETE),
                            owner.gone(Fields.spec(object)),
                            id,
                            Fields.deleting(object) ? id : standing.claimed(),
                            id.map(i -> Claims.needed(object, i, owner.object(), ours))
                                    .orElse(false),
                            generation.matches("\\d{1,18}") ? Long.parseLong(generation) : -1,
                            problem,
                            Optional.empty(),
                            OwnState.of(object),
                            exports.stream().map(ExportRequest::export).toList(),
                            intact,
                            waits.left(pass.key()),
                            doubt(),
                            pass.cause() == Cause.RESYNC);
            var claim =
                    id.map(i -> Claims.of(object, i, owner.object(), ours, catalog))
                            .orElseGet(() -> MetadataChange.addFinalizer(AsoNames.FINALIZER));
            return new Visit(pass, kind, version, client, id, mapped, claim, exports, facts);
        }
    }
}
