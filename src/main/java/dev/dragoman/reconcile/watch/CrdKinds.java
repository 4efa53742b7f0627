package dev.dragoman.reconcile.watch;

import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.cache.Snapshot;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads from a CustomResourceDefinition how its kind is served. */
public final class CrdKinds {
    public static final KindInfo CRD =
            new KindInfo(
                    new GroupKind("apiextensions.k8s.io", "CustomResourceDefinition"),
                    "v1",
                    "customresourcedefinitions",
                    false,
                    true,
                    false);

    private static final String INFO = "info";

    private CrdKinds() {}

    /** Snapshot of a CRD's metadata, with its kind where annotations name it. */
    static Snapshot said(GenericKubernetesResource crd, Instant at) {
        var meta = crd.getMetadata();
        Map<String, String> annotations =
                meta.getAnnotations() == null ? Map.of() : meta.getAnnotations();
        var kind = annotations.get(DefinitionAnnotations.KIND);
        var version = annotations.get(DefinitionAnnotations.STORED_VERSION);
        int dot = meta.getName().indexOf('.');
        Map<String, Object> info =
                kind == null || version == null || dot < 0
                        ? Map.of()
                        : Map.of(
                                INFO,
                                new KindInfo(
                                        new GroupKind(meta.getName().substring(dot + 1), kind),
                                        version,
                                        meta.getName().substring(0, dot),
                                        true,
                                        true,
                                        true));
        return new Snapshot(meta.getUid(), meta.getResourceVersion(), info, at);
    }

    /**
     * Reads how the CRD of that name serves its kind; empty when it does not serve the kind. A CRD
     * that is being deleted still serves its kind: its objects wait for finalizers, and a
     * reconciler must see these objects to remove its finalizer.
     */
    public static Optional<KindInfo> read(KubernetesClient client, String name) {
        var crd = client.genericKubernetesResources(CRD.context()).withName(name).get();
        return crd != null && established(crd) ? info(crd) : Optional.empty();
    }

    /**
     * The kind in a snapshot that {@link #said} made; empty where the CRD's annotations name no
     * kind.
     */
    static Optional<KindInfo> kind(Snapshot snapshot) {
        return snapshot == null
                ? Optional.empty()
                : Optional.ofNullable((KindInfo) snapshot.object().get(INFO));
    }

    /** Asks the API server whether the CRD of the kind exists and is not being deleted. */
    static boolean stays(KubernetesClient client, KindInfo kind) {
        var crd =
                client.genericKubernetesResources(CRD.context())
                        .withName(kind.plural() + "." + kind.id().group())
                        .get();
        return crd != null && crd.getMetadata().getDeletionTimestamp() == null;
    }

    private static boolean established(GenericKubernetesResource crd) {
        List<Map<String, Object>> conditions = crd.get("status", "conditions");
        return conditions != null
                && conditions.stream()
                        .anyMatch(
                                each ->
                                        "Established".equals(each.get("type"))
                                                && "True".equals(each.get("status")));
    }

    private static Optional<KindInfo> info(GenericKubernetesResource crd) {
        List<Map<String, Object>> versions = crd.get("spec", "versions");
        // a storage version that is not served cannot be listed
        var served =
                versions.stream().filter(each -> Boolean.TRUE.equals(each.get("served"))).toList();
        return served.stream()
                .filter(each -> Boolean.TRUE.equals(each.get("storage")))
                .findFirst()
                .or(() -> served.stream().findFirst())
                .map(
                        each ->
                                new KindInfo(
                                        new GroupKind(
                                                crd.get("spec", "group"),
                                                crd.get("spec", "names", "kind")),
                                        (String) each.get("name"),
                                        crd.get("spec", "names", "plural"),
                                        "Namespaced".equals(crd.get("spec", "scope")),
                                        each.get("subresources") instanceof Map<?, ?> subresources
                                                && subresources.containsKey("status"),
                                        true));
    }
}
