package dev.dragoman.azure;

import dev.dragoman.Patience;
import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.arm.ArmRequest;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.check.AzureObservation;
import dev.dragoman.azure.check.ExportNames;
import dev.dragoman.azure.check.NamedResource;
import dev.dragoman.azure.check.ObjectCredential;
import dev.dragoman.azure.check.Observer;
import dev.dragoman.azure.check.ReferenceResolver;
import dev.dragoman.azure.claim.ClaimSeal;
import dev.dragoman.azure.export.ExpressionRequest;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Cloud;
import dev.dragoman.azure.identity.Clouds;
import dev.dragoman.azure.identity.IdentityRules;
import dev.dragoman.azure.identity.NodeIdentities;
import dev.dragoman.azure.identity.Proof;
import dev.dragoman.azure.identity.Source;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.faults.Weakened;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Ownership;
import dev.dragoman.reconcile.cache.ObjectCache;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Operators that lack one rule of those that keep teams apart; each until it is closed. */
public final class WithoutRule {
    private static final Logger LOG = LoggerFactory.getLogger(WithoutRule.class);

    private WithoutRule() {}

    /** The token of another service account proves the workload identities of a namespace. */
    public static Weakened ownServiceAccount(String namespace, Proof.ServiceAccount instead) {
        return Weakened.by(
                IdentityRules.class,
                "of",
                (_, arguments, result) -> namespace.equals(arguments[0]) ? instead : result);
    }

    /** All objects are sent by the operator's own client, where their credential says. */
    public static Weakened ownClient() {
        return Weakened.by(
                ObjectCredential.class,
                "resolve",
                (self, arguments, result) -> {
                    var own = (ObjectCredential.Resolved) result;
                    var operator = operators(self, arguments);
                    return new ObjectCredential.Resolved(
                            own.client().flatMap(_ -> operator.client()),
                            own.subscription(),
                            own.problem(),
                            own.unread(),
                            own.acting());
                });
    }

    /** What is named and not there is replaced by the operator's credential. */
    public static Weakened noReplacement() {
        return Weakened.by(
                ObjectCredential.class,
                "resolve",
                (self, arguments, result) ->
                        ((ObjectCredential.Resolved) result).problem().isPresent()
                                ? operators(self, arguments)
                                : result);
    }

    /** The annotation of namespaces that meant the operator's credential means it again. */
    public static Weakened formerConsentMeansNothing() {
        return Weakened.by(
                ObjectCredential.class,
                "resolve",
                (self, arguments, result) ->
                        ((ReferenceResolver) arguments[1]).acceptsOperatorCredential()
                                ? operators(self, arguments)
                                : result);
    }

    /** The credential of an object may be in the namespace that is named before a slash. */
    public static Weakened credentialsOfTheOwnNamespace() {
        return Weakened.by(
                ObjectCredential.class,
                "resolve",
                (self, arguments, result) -> {
                    var object = Fields.map(Map.of("object", arguments[0]), "object");
                    var named = Fields.annotation(object, AsoNames.CREDENTIAL).split("/", -1);
                    if (named.length < 2) {
                        return result;
                    }
                    // "team/name", or a path as "../../team/secrets/name"
                    var namespace = named[named.length == 2 ? 0 : named.length - 3];
                    var metadata = new HashMap<>(Fields.map(object, "metadata"));
                    metadata.put("namespace", namespace);
                    metadata.put(
                            "annotations", Map.of(AsoNames.CREDENTIAL, named[named.length - 1]));
                    var moved = new HashMap<>(object);
                    moved.put("metadata", metadata);
                    return ((ObjectCredential) self)
                            .resolve(moved, elsewhere((ReferenceResolver) arguments[1], namespace));
                });
    }

    /** Secrets and ConfigMaps that a spec names may be in the namespace before a slash. */
    public static Weakened valuesOfTheOwnNamespace() {
        return Weakened.by(
                ReferenceResolver.class,
                "core",
                (self, arguments, result) -> {
                    var named = String.valueOf(arguments[1]).split("/", -1);
                    return named.length == 2
                            ? elsewhere((ReferenceResolver) self, named[0])
                                    .core(String.valueOf(arguments[0]), named[1])
                            : result;
                });
    }

    /** An object that a spec names and that its namespace has not is looked for in another. */
    public static Weakened objectsOfTheOwnNamespace(String other) {
        return Weakened.by(
                ReferenceResolver.class,
                "resource",
                (self, arguments, result) -> {
                    var around = (ReferenceResolver) self;
                    return ((Optional<?>) result).isPresent()
                                    || other.equals(value(around, "namespace"))
                            ? result
                            : elsewhere(around, other)
                                    .resource(
                                            String.valueOf(arguments[0]),
                                            String.valueOf(arguments[1]),
                                            String.valueOf(arguments[2]));
                });
    }

    /** The name is read again when something is sent, for the URL and for the body. */
    public static Weakened nameThatWasChecked(String namespace, String name, Supplier<String> now) {
        return Weakened.by(
                        AzureObservation.class,
                        "resourceId",
                        (self, _, result) ->
                                is(namespace, name, (AzureObservation) self)
                                        ? ((Optional<?>) result)
                                                .map(id -> named(String.valueOf(id), now.get()))
                                        : result)
                .and(
                        Weakened.by(
                                ArmRequest.class,
                                "body",
                                (self, _, result) ->
                                        ((Optional<?>) result)
                                                .map(body -> named(body, (ArmRequest) self))))
                // whoever does not ask what was checked asks nobody when it is claimed either
                .and(
                        Weakened.by(
                                Observer.class,
                                "takes",
                                (_, arguments, result) ->
                                        is(namespace, name, (AzureObservation) arguments[0])
                                                ? true
                                                : result));
    }

    private static String named(String id, String name) {
        return id.replaceFirst("[^/]*$", name);
    }

    private static Map<String, Object> named(Object body, ArmRequest request) {
        var whole = new HashMap<>(Fields.map(Map.of("body", body), "body"));
        whole.replace("name", request.url().getPath().replaceFirst(".*/", ""));
        return whole;
    }

    private static boolean is(String namespace, String name, AzureObservation seen) {
        return seen.key().namespace().equals(namespace) && seen.key().name().equals(name);
    }

    /** Expressions of ConfigMaps read what Azure keeps secret. */
    public static Weakened secretsInSecretsAlone() {
        return Weakened.by(
                ExpressionRequest.class, "scope", (_, _, _) -> ExpressionRequest.SELF_AND_SECRET);
    }

    /** Exports may be written to any name. */
    public static Weakened reservedNames() {
        return Weakened.by(ExportNames.class, "problem", (_, _, _) -> Optional.empty());
    }

    /** Exports overwrite what is somebody else's. */
    public static Weakened ownedDestinations() {
        return Weakened.by(Ownership.class, "owns", (_, _, _) -> true);
    }

    /** A resource stays with the credential of the subscription where it was made. */
    public static Weakened sameSubscription() {
        return Weakened.by(NamedResource.class, "elsewhere", (_, _, _) -> Optional.empty());
    }

    /** Namespaces that are not to be looked at are looked at, and watched after a new start. */
    public static Weakened targetNamespaces() {
        return Weakened.by(Observer.class, "serves", (_, _, _) -> true)
                .and(Weakened.by(AzureSettings.class, "watchedNamespaces", (_, _, _) -> List.of()));
    }

    /** A credential that was taken away is used until the reconciliation ends. */
    public static Weakened credentialInForce() {
        return Weakened.by(ArmClient.class, "whilst", (self, _, _) -> self);
    }

    /** Tokens are sent to any host. */
    public static Weakened trustedHosts() {
        return Weakened.by("dev.dragoman.azure.arm.TrustedHost", "accepts", (_, _, _) -> true);
    }

    /** Whoever writes a Secret says where its tokens go. */
    public static Weakened knownClouds() {
        return Weakened.byRefusals(
                Clouds.class,
                "of",
                (_, arguments, _) -> {
                    var values = (Map<?, ?>) arguments[0];
                    return new Cloud(
                            URI.create("" + values.get("AZURE_RESOURCE_MANAGER_ENDPOINT")),
                            "" + values.get("AZURE_RESOURCE_MANAGER_AUDIENCE"),
                            URI.create("" + values.get("AZURE_AUTHORITY_HOST")));
                });
    }

    /** Every namespace may act as every identity of the nodes. */
    public static Weakened allowedNodeIdentities() {
        return Weakened.by(NodeIdentities.class, "allows", (_, _, _) -> true);
    }

    /** Every namespace may name the files of all. */
    public static Weakened filesOfTheOwnNamespace(Path all) {
        return Weakened.by(Source.Scoped.class, "files", (_, _, _) -> all);
    }

    /**
     * No rule is missing: something happens once between what is checked and what is sent, when
     * Azure has said whether the resource of the object is there.
     */
    public static Weakened meanwhile(String name, Runnable change) {
        var happened = new AtomicBoolean();
        return Weakened.by(
                Requests.class,
                "read",
                (_, arguments, result) -> {
                    var seen = (AzureObservation) arguments[0];
                    if (seen.key().name().equals(name) && happened.compareAndSet(false, true)) {
                        change.run();
                        var inForce =
                                (BooleanSupplier) value(seen.client().orElseThrow(), "inForce");
                        seenOrTwoSeconds(inForce);
                    }
                    return result;
                });
    }

    /** An operator that does not look does not see it. */
    private static void seenOrTwoSeconds(BooleanSupplier inForce) {
        if (!Patience.within(Duration.ofSeconds(2), () -> !inForce.getAsBoolean())) {
            LOG.info("the change was not seen");
        }
    }

    private static ObjectCredential.Resolved operators(Object credential, Object[] arguments) {
        var namespace =
                Fields.metadata(Fields.map(Map.of("object", arguments[0]), "object"), "namespace");
        try {
            var global =
                    ObjectCredential.class.getDeclaredMethod(
                            "global", String.class, ReferenceResolver.class);
            open(global);
            return (ObjectCredential.Resolved) global.invoke(credential, namespace, arguments[1]);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ReferenceResolver elsewhere(ReferenceResolver around, String namespace) {
        return new ReferenceResolver(
                namespace,
                (ObjectCache) value(around, "cache"),
                (Reader) value(around, "reader"),
                (Catalog) value(around, "catalog"),
                (ClaimSeal) value(around, "seal"),
                (boolean) value(around, "sent"));
    }

    static Object value(Object object, String name) {
        try {
            Field field = object.getClass().getDeclaredField(name);
            open(field);
            return field.get(object);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void open(AccessibleObject part) {
        part.setAccessible(true);
    }
}
