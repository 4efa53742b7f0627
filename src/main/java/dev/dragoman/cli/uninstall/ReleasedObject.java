package dev.dragoman.cli.uninstall;

import static dev.dragoman.cli.cluster.ClusterRequests.operation;
import static dev.dragoman.kube.object.Json.map;
import static dev.dragoman.kube.object.Json.maps;
import static dev.dragoman.kube.object.Json.text;

import dev.dragoman.kube.object.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * JSON patches of an object's metadata, after which the object can be deleted while its resource in
 * Azure stays. The API server refuses a patch when the object has changed since it was read. Pure.
 */
final class ReleasedObject {
    /** Finalizer of the Azure kinds. */
    static final String FINALIZER = "serviceoperator.azure.com/finalizer";

    static final String POLICY = "serviceoperator.azure.com/reconcile-policy";
    private static final String OPERATOR = "serviceoperator.azure.com/operator-namespace";
    private static final String DETACH = "detach-on-delete";

    /** Policies under which no operator deletes anything in Azure. */
    private static final Set<String> HARMLESS = Set.of(DETACH, "skip");

    /** Finalizers of the garbage collector, which removes them itself. */
    private static final Set<String> COLLECTOR = Set.of("foregroundDeletion", "orphan");

    /** Field manager of exports. */
    private static final String EXPORTS = "dragoman-export";

    private static final String ANNOTATIONS = "annotations";
    private static final String LABELS = "labels";

    /**
     * Label of objects whose policy this command has set, to find them when Dragoman is installed
     * again.
     */
    private static final String DETACHED = "dragoman.dev/detached-by";

    private ReleasedObject() {}

    /**
     * The patch that sets the policy {@code detach-on-delete}, under which no operator deletes the
     * object's resource in Azure. Empty if the object already has this policy, or {@code skip}.
     */
    static Optional<List<Map<String, Object>>> detached(Map<String, Object> metadata) {
        var annotations = map(metadata, ANNOTATIONS);
        if (HARMLESS.contains(text(annotations, POLICY))) {
            return Optional.empty();
        }
        var wanted = new LinkedHashMap<>(annotations);
        wanted.put(POLICY, DETACH);
        var labels = new LinkedHashMap<>(map(metadata, LABELS));
        labels.put(DETACHED, "uninstall");
        var patch = new ArrayList<>(patch(metadata, "/metadata/" + LABELS, labels));
        patch.add(operation("add", "/metadata/" + ANNOTATIONS, wanted));
        return Optional.of(List.copyOf(patch));
    }

    /**
     * The patch that removes this finalizer and no other; empty when the object does not have it.
     */
    static Optional<List<Map<String, Object>>> released(
            Map<String, Object> metadata, String finalizer) {
        var wanted = new ArrayList<>(finalizers(metadata));
        return wanted.remove(finalizer)
                ? Optional.of(patch(metadata, "/metadata/finalizers", wanted))
                : Optional.empty();
    }

    /** The owner references of an object without those that {@code going} accepts. */
    static List<Map<String, Object>> owners(
            Map<String, Object> metadata, Predicate<Map<String, Object>> going) {
        return maps(metadata, "ownerReferences").stream().filter(going.negate()).toList();
    }

    /**
     * Finalizers that neither the operator nor the garbage collector removes; the deletion of the
     * definition would wait for them.
     */
    static List<String> held(Map<String, Object> metadata) {
        return finalizers(metadata).stream()
                .filter(each -> !each.equals(FINALIZER) && !COLLECTOR.contains(each))
                .toList();
    }

    /**
     * Namespace of the operator that the object's annotation names; empty if {@code known} has this
     * namespace, or the object lacks the annotation.
     */
    static Optional<String> otherOperator(Map<String, Object> metadata, List<String> known) {
        return Optional.of(text(map(metadata, ANNOTATIONS), OPERATOR))
                .filter(named -> !named.isEmpty() && !known.contains(named));
    }

    static boolean deleting(Map<String, Object> metadata) {
        return metadata.containsKey("deletionTimestamp");
    }

    /** Whether only the operator has set keys of a Secret or ConfigMap. */
    static boolean exported(Map<String, Object> metadata) {
        var managers = maps(metadata, "managedFields");
        return managers.stream().anyMatch(ReleasedObject::exports)
                && managers.stream()
                        .filter(each -> !exports(each))
                        .map(each -> map(each, "fieldsV1"))
                        .noneMatch(
                                each ->
                                        each.containsKey("f:data")
                                                || each.containsKey("f:binaryData"));
    }

    private static boolean exports(Map<String, Object> entry) {
        return EXPORTS.equals(text(entry, "manager"));
    }

    private static List<String> finalizers(Map<String, Object> metadata) {
        return Json.texts(metadata.get("finalizers"));
    }

    private static List<Map<String, Object>> patch(
            Map<String, Object> metadata, String path, Object value) {
        return List.of(
                operation("test", "/metadata/uid", metadata.get("uid")),
                operation("test", "/metadata/resourceVersion", metadata.get("resourceVersion")),
                operation("add", path, value));
    }
}
