package dev.dragoman.azure.check;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.claim.ClaimSeal;
import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.azure.claim.Tenancy;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.decision.ReadyCondition;
import dev.dragoman.azure.export.Destination;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.Reference;
import dev.dragoman.kube.Lookup;
import dev.dragoman.kube.failure.KubeException;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Names;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.ObjectCache;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the objects that one object depends on. Remembers the key of each object that was asked
 * for, even if it does not exist: its creation or change leads to a reconciliation. Confined to one
 * reconciliation.
 */
public final class ReferenceResolver implements Tenancy.Around {
    private final String namespace;
    private final ObjectCache cache;
    private final Lookup reader;
    private final Catalog catalog;
    private final ClaimSeal seal;
    private final boolean sent;
    private final Set<ObjectKey> asked = new LinkedHashSet<>();
    private final Map<ObjectKey, Optional<Map<String, Object>>> read = new HashMap<>();

    /**
     * @param catalog the kinds that objects may refer to; objects of other kinds are not read
     * @param sent whether Azure may have the object's resource already; until then, the objects
     *     that it refers to must be Ready
     */
    public ReferenceResolver(
            String namespace,
            ObjectCache cache,
            Lookup reader,
            Catalog catalog,
            ClaimSeal seal,
            boolean sent) {
        this.catalog = catalog;
        this.seal = seal;
        this.sent = sent;
        this.namespace = namespace;
        this.cache = cache;
        this.reader = reader;
    }

    @Override
    public Set<ObjectKey> asked() {
        return asked;
    }

    /**
     * A custom resource of the same namespace, read only from informers. Empty also for a kind that
     * the catalog does not have.
     */
    public Optional<Map<String, Object>> resource(String group, String kind, String name) {
        if (!catalog.has(group, kind)) {
            return Optional.empty();
        }
        var key = new ObjectKey(group, kind, namespace, name);
        asked.add(key);
        return cache.get(key);
    }

    /** What is wrong with the object of an {@link ArmResourceCheck}; empty for other kinds. */
    Optional<Problem> problem(AzureKind kind, Map<String, Object> object) {
        return ArmResourceCheck.problem(kind, object, catalog);
    }

    /** The kind of an object; empty if the catalog does not have it. */
    Optional<AzureKind> kindOf(Map<String, Object> object) {
        return catalog.row(
                Fields.group(String.valueOf(object.get("apiVersion"))),
                String.valueOf(object.get("kind")),
                object);
    }

    /**
     * A Secret, ConfigMap or Namespace, from an informer if there is one, else from the API server.
     * For a Namespace, an informer of metadata is enough. A text that is no valid name is not
     * looked up: the API server would treat a slash in it, even if encoded, as part of the path.
     */
    public Optional<Map<String, Object>> core(String kind, String name) {
        if (!Names.isSubdomain(name)) {
            return Optional.empty();
        }
        boolean space = "Namespace".equals(kind);
        var key = new ObjectKey("", kind, space ? "" : namespace, name);
        asked.add(key);
        boolean cached = space ? cache.covers(key) : cache.whole(key);
        var shown = cached ? cache.get(key) : Optional.<Map<String, Object>>empty();
        // of a Namespace it matters whose it is, which the cache may not show yet
        return shown.isPresent() || (cached && !space)
                ? shown
                : read.computeIfAbsent(key, k -> reader.get("v1", k));
    }

    @Override
    public Optional<Map<String, Object>> namespace(String name) {
        return core("Namespace", name);
    }

    /** A custom resource of any namespace, read only from informers. */
    @Override
    public Optional<Map<String, Object>> anywhere(ObjectKey key) {
        asked.add(key);
        return cache.get(key);
    }

    /**
     * A Secret with a credential. The cache may show an object before it shows a Secret that was
     * created earlier. A resource that is created with another credential meanwhile cannot be moved
     * to the right subscription. So until Azure has the resource, a Secret that is not in the cache
     * is read from the API server.
     */
    Optional<Map<String, Object>> credential(String name) {
        var key = new ObjectKey("", "Secret", namespace, name);
        asked.add(key);
        var seen = cache.whole(key) ? cache.get(key) : Optional.<Map<String, Object>>empty();
        return seen.isPresent() || (sent && cache.whole(key))
                ? seen
                : read.computeIfAbsent(key, k -> reader.get("v1", k));
    }

    /**
     * The ARM id of an object that this object refers to. Empty if that object is not Ready and
     * this object was not sent yet.
     */
    Optional<String> idOf(Map<String, Object> named) {
        return ReadyCondition.ready(named)
                ? RecordedResource.idOf(named, seal)
                : RecordedResource.shown(named).filter(any -> sent);
    }

    /**
     * The reconcile policy on the Namespace, for objects without a policy of their own; or empty.
     */
    public String namespacePolicy() {
        return namespace(namespace).map(ns -> Fields.annotation(ns, AsoNames.POLICY)).orElse("");
    }

    /**
     * Whether the Namespace has the annotation {@link AsoNames#ACCEPT_CREDENTIAL}, which has no
     * effect any more.
     */
    public boolean acceptsOperatorCredential() {
        return namespace(namespace)
                .filter(
                        ns ->
                                Fields.map(ns, "metadata", "annotations")
                                        .containsKey(AsoNames.ACCEPT_CREDENTIAL))
                .isPresent();
    }

    /**
     * Whether every exported Secret and ConfigMap exists, belongs to the object and has its key.
     * The keys of a value that is a map are not checked.
     */
    public boolean intact(List<Destination> exports, String ownerUid) {
        return exports.stream()
                .allMatch(
                        each ->
                                core(each.kind(), each.name())
                                        .filter(o -> Fields.hasOwner(o, ownerUid))
                                        .filter(o -> has(Fields.map(o, "data"), each.key()))
                                        .isPresent());
    }

    /** Hash of the set of the resourceVersions that exported Secrets and ConfigMaps have. */
    int versions(List<Destination> exports) {
        return exports.stream()
                .flatMap(each -> core(each.kind(), each.name()).stream())
                .map(each -> Fields.metadata(each, "resourceVersion"))
                .collect(Collectors.toSet())
                .hashCode();
    }

    private static boolean has(Map<String, Object> data, Optional<String> key) {
        return key.map(data::containsKey).orElse(true);
    }

    /** ARM id of a resource; empty while it is not known. */
    public Optional<String> armId(Reference reference) {
        return resource(reference.group(), reference.kind(), reference.name()).flatMap(this::idOf);
    }

    /** Value of one key of a Secret; empty if the Secret or the key does not exist. */
    public Optional<String> secret(String name, String key) {
        return secretMap(name).map(values -> values.get(key));
    }

    /** Every value of a Secret; empty if it does not exist. */
    public Optional<Map<String, String>> secretMap(String name) {
        return core("Secret", name)
                .map(
                        secret -> {
                            var values = new HashMap<String, String>();
                            Fields.map(secret, "data")
                                    .forEach((k, v) -> values.put(k, decode(String.valueOf(v))));
                            return values;
                        });
    }

    /** Value of one key of a ConfigMap; empty if the ConfigMap or the key does not exist. */
    public Optional<String> config(String name, String key) {
        return core("ConfigMap", name)
                .map(o -> Fields.map(o, "data").get(key))
                .map(String::valueOf);
    }

    private static String decode(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }

    /** The problem of a kind that no catalog has, at a field; empty for other kinds. */
    Optional<Problem> unserved(String field, String group, String kind) {
        var near =
                catalog.names().stream()
                        .filter(each -> each.kind().equalsIgnoreCase(kind))
                        .map(each -> each.kind() + " of group " + each.group())
                        .collect(Collectors.joining(" or "));
        var right = near.isEmpty() ? "one that \"dragoman crds\" prints" : near;
        var wrong =
                "%s: %s of group '%s' is no kind of this operator; write %s, or the armId"
                        .formatted(field, Excerpt.value(kind), Excerpt.value(group), right);
        return Optional.of(Problem.error("InvalidReference", wrong))
                .filter(any -> !catalog.has(group, kind));
    }

    /** The problem of a reference that could not be resolved. */
    public Problem missing(Reference reference) {
        return switch (reference.type()) {
            case ARM ->
                    unserved("spec." + reference, reference.group(), reference.kind())
                            .orElse(
                                    Problem.waiting(
                                            "ReferenceNotFound",
                                            "spec.%s: this namespace has no Ready %s of the name in this field; create it or correct the name"
                                                    .formatted(
                                                            reference,
                                                            Excerpt.value(reference.kind()))));
            case SECRET, SECRET_MAP -> missing(reference, "Secret");
            case CONFIG -> missing(reference, "ConfigMap");
        };
    }

    private static Problem missing(Reference reference, String kind) {
        return Names.isSubdomain(reference.name())
                ? Problem.waiting(
                        kind + "NotFound",
                        "spec.%s: the %s or the key does not exist in this namespace; create it or correct the name"
                                .formatted(reference, kind))
                : Problem.error(
                        "InvalidReference",
                        "spec.%s: '%s' is no name of a %s of this namespace, and other namespaces are not read; correct the name"
                                .formatted(reference, Excerpt.value(reference.name()), kind));
    }

    /** The problem of a refused read: somebody must grant the missing right. */
    public static Problem unreadable(KubeException refused) {
        return Problem.slow("ReadRefused", refused.getMessage());
    }
}
