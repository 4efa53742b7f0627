package dev.dragoman.kube;

import static dev.dragoman.kube.Applier.operation;

import dev.dragoman.kube.failure.ObjectGone;
import dev.dragoman.kube.failure.WriteConflict;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.MetadataChange;
import dev.dragoman.reconcile.cache.OwnWrites;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Changes finalizers, annotations, labels and owner references in one JSON patch that tests uid and
 * resourceVersion. Does not use server-side apply: an apply removes only what its own manager set,
 * but a finalizer must be removed whoever set it.
 */
public final class MetadataWriter {
    /** Field manager for the metadata of reconciled objects. */
    public static final String FIELD_MANAGER = "dragoman";

    private final ApiServer api;
    private final Kinds kinds;
    private final OwnWrites ownWrites;

    public MetadataWriter(KubernetesClient client, Kinds kinds, OwnWrites ownWrites) {
        this.api = new ApiServer(client);
        this.kinds = kinds;
        this.ownWrites = ownWrites;
    }

    /**
     * Makes a change in one write; writes nothing when the object already has it.
     *
     * @param object as read, with uid and resourceVersion
     * @return the object as it is now; the same instance when nothing had to change
     * @throws WriteConflict when the object changed since it was read
     * @throws ObjectGone when the object no longer exists
     */
    public Map<String, Object> write(Map<String, Object> object, MetadataChange change) {
        var operations = operations(object, change);
        if (operations.isEmpty()) {
            return object;
        }
        var target = Target.of(object, kinds);
        var patch = new ArrayList<Map<String, Object>>();
        patch.add(operation("test", "uid", target.uid()));
        patch.add(operation("test", "resourceVersion", Versions.of(object)));
        patch.addAll(operations);
        var request =
                new ApiServer.Request(
                        "PATCH",
                        target.path(),
                        Map.of("fieldManager", FIELD_MANAGER),
                        ApiServer.JSON_PATCH,
                        patch,
                        "change the metadata of " + target.key());
        var written = Failures.orThrow(api.send(request), request, target.secret()).body();
        if (Fields.deleting(written) && finalizersOf(Json.map(written, "metadata")).isEmpty()) {
            // the object is gone, but the answer has its last version: judged by this version, the
            // cache would still count as current
            ownWrites.removed(target.key(), target.uid());
        } else {
            ownWrites.wrote(target.key(), Versions.of(written));
        }
        return written;
    }

    static List<Map<String, Object>> operations(Map<String, Object> object, MetadataChange change) {
        var metadata = Json.map(object, "metadata");
        var operations = new ArrayList<Map<String, Object>>();
        list(operations, "finalizers", finalizersOf(metadata), finalizers(metadata, change));
        list(
                operations,
                "ownerReferences",
                Json.maps(metadata, "ownerReferences"),
                owners(metadata, change));
        keys(operations, "annotations", metadata, change.annotations());
        keys(operations, "labels", metadata, change.labels());
        return operations;
    }

    private static List<Object> finalizersOf(Map<String, Object> metadata) {
        return metadata.get("finalizers") instanceof List<?> list
                ? new ArrayList<>(list)
                : new ArrayList<>();
    }

    private static List<Object> finalizers(Map<String, Object> metadata, MetadataChange change) {
        var wanted = finalizersOf(metadata);
        wanted.removeAll(change.removeFinalizers());
        change.addFinalizers().stream()
                .sorted()
                .filter(f -> !wanted.contains(f))
                .forEach(wanted::add);
        return wanted;
    }

    private static List<Map<String, Object>> owners(
            Map<String, Object> metadata, MetadataChange change) {
        var wanted = new ArrayList<>(Json.maps(metadata, "ownerReferences"));
        wanted.removeIf(owner -> change.removeOwners().contains(Json.text(owner, "uid")));
        for (var owner : change.addOwnerReferences()) {
            if (wanted.stream().noneMatch(o -> Json.same(o.get("uid"), owner.get("uid")))) {
                wanted.add(Json.copyMap(owner));
            }
        }
        return wanted;
    }

    /** Replaces the whole list, which is safe because the patch tests the resourceVersion. */
    private static void list(
            List<Map<String, Object>> operations, String field, List<?> present, List<?> wanted) {
        if (present.equals(wanted)) {
            return;
        }
        operations.add(
                wanted.isEmpty()
                        ? Map.of("op", "remove", "path", "/metadata/" + field)
                        : operation("add", field, wanted));
    }

    private static void keys(
            List<Map<String, Object>> operations,
            String field,
            Map<String, Object> metadata,
            Map<String, Optional<String>> changes) {
        var present = Json.map(metadata, field);
        var wanted = new LinkedHashMap<>(present);
        changes.forEach(
                (key, value) -> {
                    if (value.isPresent()) {
                        wanted.put(key, value.get());
                    } else {
                        wanted.remove(key);
                    }
                });
        if (!wanted.equals(present)) {
            operations.add(operation("add", field, wanted));
        }
    }
}
