package dev.dragoman.azure.check;

import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.arm.ArmClients;
import dev.dragoman.azure.claim.ActingIdentity;
import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Identity;
import dev.dragoman.azure.identity.SecretText;
import dev.dragoman.azure.identity.Source;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.vault.VaultReader;
import dev.dragoman.capability.TeamPlatform;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.ObjectCache;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Finds the identity that an object is sent with, or why there is none. Thread-safe. */
public final class ObjectCredential {
    /** Condition reason: a credential does not exist, or is not complete. */
    static final String MISSING = "CredentialNotFound";

    private final Identity global;
    private final ArmClients clients;
    private final AzureSettings settings;
    private final ObjectCache cache;
    private final CredentialVault vault;

    /**
     * @param global the operator's own identity
     * @param cache has the Secrets of credentials
     * @param vaults reads the values that these Secrets name in Key Vaults
     * @param steady clock for the age of these values; must not go back
     */
    public ObjectCredential(
            Identity global,
            ArmClients clients,
            AzureSettings settings,
            ObjectCache cache,
            VaultReader vaults,
            InstantSource steady) {
        this.global = global;
        this.clients = clients;
        this.settings = settings;
        this.cache = cache;
        this.vault =
                new CredentialVault(
                        settings.vaults(),
                        () -> global.sender().map(clients::of),
                        vaults,
                        steady,
                        CredentialVault.PATIENCE);
    }

    /**
     * The credential that an object is sent with, or why there is none.
     *
     * @param client sends the requests; empty if nothing may be sent
     * @param subscription subscription of resources without an owner; empty if it is not known
     * @param problem why nothing may be sent, or empty
     * @param unread whether the problem is that a Key Vault does not answer
     * @param acting identity under which requests are sent
     */
    public record Resolved(
            Optional<ArmClient> client,
            Optional<String> subscription,
            Optional<Problem> problem,
            boolean unread,
            ActingIdentity acting) {
        static Resolved none(Optional<Problem> problem) {
            return none(problem, false);
        }

        private static Resolved none(Optional<Problem> problem, boolean unread) {
            return new Resolved(
                    Optional.empty(), Optional.empty(), problem, unread, ActingIdentity.SHARED);
        }
    }

    /** Finds the current credential of an object. */
    public Resolved resolve(Map<String, Object> object, ReferenceResolver around) {
        var namespace = Fields.metadata(object, "namespace");
        var scope =
                CredentialScope.of(
                        object, () -> around.credential(AsoNames.NAMESPACE_CREDENTIAL).isPresent());
        try {
            return switch (scope) {
                case CredentialScope.Global _ -> global(namespace, around);
                case CredentialScope.Own own -> own(namespace, own, around);
                case CredentialScope.None none -> Resolved.none(Optional.of(none.problem()));
            };
        } catch (IllegalArgumentException unusable) {
            return Resolved.none(Optional.of(Problem.slow(MISSING, unusable.getMessage())));
        }
    }

    private Resolved global(String namespace, ReferenceResolver around) {
        var platform = TeamPlatform.of(cache);
        if (around.namespace(namespace)
                .filter(each -> Allowance.judges(each, platform))
                .isPresent()) {
            return Resolved.none(
                    Optional.of(
                            Problem.slow(
                                    MISSING,
                                    "Namespace %s is a team's (label %s, or Platform.spec.allow.namespaces), so nothing is sent with the operator's own credential. Wait until its Team is Ready, or create Secret %s there"
                                            .formatted(
                                                    namespace,
                                                    Allowance.TEAM,
                                                    AsoNames.NAMESPACE_CREDENTIAL))));
        }
        // the key is added, so that the object is reconciled when the operator's credential changes
        around.asked().add(global.secret());
        var own = key(namespace, AsoNames.NAMESPACE_CREDENTIAL);
        var seen = version(own);
        var sender = global.sender();
        if (sender.isEmpty()) {
            return Resolved.none(Optional.empty());
        }
        var who = sender.get();
        return resolved(
                who,
                ActingIdentity.SHARED,
                clients.of(who).whilst(() -> global.uses(who) && version(own).equals(seen)));
    }

    private Resolved own(String namespace, CredentialScope.Own own, ReferenceResolver around) {
        var key = key(namespace, own.secret());
        var seen = version(key);
        var place = "Secret %s/%s".formatted(namespace, own.secret());
        var secret = around.credential(own.secret());
        if (secret.isEmpty()) {
            return Resolved.none(
                    Optional.of(
                            Problem.slow(
                                    MISSING,
                                    "%s does not exist: %s; create it"
                                            .formatted(place, own.why()))));
        }
        AzureIdentity who;
        try {
            who = identity(namespace, place, secret.get());
        } catch (CredentialVault.Unresolved why) {
            return Resolved.none(Optional.of(why.problem()), why.passing());
        }
        return resolved(
                who,
                ActingIdentity.named(
                        settings.identityRules().own(who.proof())
                                ? who.client()
                                : Optional.empty()),
                clients.of(who).whilst(() -> version(key).equals(seen)));
    }

    /**
     * The identity of a namespace's own credential, which the cache has.
     *
     * @throws IllegalArgumentException naming what is missing or wrong
     */
    public AzureIdentity ofNamespace(String namespace) {
        var secret = key(namespace, AsoNames.NAMESPACE_CREDENTIAL);
        var place = "Secret %s/%s".formatted(namespace, secret.name());
        try {
            return identity(
                    namespace,
                    place,
                    cache.get(secret)
                            .orElseThrow(
                                    () ->
                                            new IllegalArgumentException(
                                                    place + " does not exist; create it")));
        } catch (CredentialVault.Unresolved why) {
            throw new IllegalArgumentException(why.problem().message(), why);
        }
    }

    private AzureIdentity identity(String namespace, String place, Map<String, Object> secret)
            throws CredentialVault.Unresolved {
        var values = SecretText.decode(secret.get("data"));
        var source = new Source.Scoped(place, settings.identityRules(), namespace);
        var written = AzureIdentity.from(values, source);
        return clients.read(
                AzureIdentity.from(vault.resolved(values, written, namespace, place), source));
    }

    /**
     * The subscription of another object's credential, read only from caches; empty if it is not
     * known.
     */
    public Optional<String> known(Map<String, Object> object) {
        var namespace = Fields.metadata(object, "namespace");
        return switch (scope(object)) {
            case CredentialScope.Global _ -> global.known().map(AzureIdentity::subscriptionId);
            case CredentialScope.Own scope ->
                    cache.get(key(namespace, scope.secret()))
                            .map(secret -> SecretText.decode(secret.get("data")))
                            .flatMap(AzureIdentity::subscription);
            case CredentialScope.None _ -> Optional.empty();
        };
    }

    /**
     * Client id of the identity that another object belongs to: the identity that Azure last
     * answered for that object, else the operator's identity if the object uses the operator's
     * credential. Empty if neither is known.
     */
    public Optional<UUID> whose(Map<String, Object> object) {
        return RecordedResource.identity(object)
                .or(
                        () ->
                                scope(object) instanceof CredentialScope.Global
                                        ? global.known().flatMap(AzureIdentity::client)
                                        : Optional.empty());
    }

    private CredentialScope scope(Map<String, Object> object) {
        var namespace = Fields.metadata(object, "namespace");
        return CredentialScope.of(
                object, () -> cache.get(key(namespace, AsoNames.NAMESPACE_CREDENTIAL)).isPresent());
    }

    private static Resolved resolved(AzureIdentity who, ActingIdentity acting, ArmClient client) {
        return new Resolved(
                Optional.of(client),
                Optional.of(who.subscriptionId()),
                Optional.empty(),
                false,
                acting);
    }

    private static ObjectKey key(String namespace, String secret) {
        return new ObjectKey("", "Secret", namespace, secret);
    }

    /**
     * The resourceVersion of a Secret in the cache; empty while the Secret does not exist or is not
     * watched.
     */
    private String version(ObjectKey secret) {
        return cache.get(secret).map(each -> Fields.metadata(each, "resourceVersion")).orElse("");
    }
}
