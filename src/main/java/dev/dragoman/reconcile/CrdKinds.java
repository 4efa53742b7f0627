package dev.dragoman.reconcile;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads from a CustomResourceDefinition what the engine needs; the schemas are dropped at once. */
final class CrdKinds {
    static final KindInfo CRD =
            new KindInfo(
                    new GroupKind("apiextensions.k8s.io", "CustomResourceDefinition"),
                    "v1",
                    "customresourcedefinitions",
                    false,
                    true,
                    false);

    private static final String INFO = "info";

    private CrdKinds() {}

    /**
     * A snapshot that holds the kind while it is served, and nothing otherwise. A CRD that is being
     * deleted is still served: its objects wait for whoever holds a finalizer on them, and a
     * reconciler must see them to let go.
     */
    static Snapshot read(GenericKubernetesResource crd, Instant at) {
        var meta = crd.getMetadata();
        boolean serves = established(crd);
        Optional<KindInfo> info = serves ? info(crd) : Optional.empty();
        return new Snapshot(
                meta.getUid(),
                meta.getResourceVersion(),
                info.<Map<String, Object>>map(found -> Map.of(INFO, found)).orElse(Map.of()),
                at);
    }

    /** The kind of a snapshot made by {@link #read}. */
    static Optional<KindInfo> kind(Snapshot snapshot) {
        return snapshot == null
                ? Optional.empty()
                : Optional.ofNullable((KindInfo) snapshot.object().get(INFO));
    }

    /** Whether the API server serves the kind and keeps it, asked now. */
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
        return versions.stream()
                .filter(each -> Boolean.TRUE.equals(each.get("storage")))
                // a storage version that is not served cannot be listed
                .filter(each -> Boolean.TRUE.equals(each.get("served")))
                .findFirst()
                .or(
                        () ->
                                versions.stream()
                                        .filter(each -> Boolean.TRUE.equals(each.get("served")))
                                        .findFirst())
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
