package dev.dragoman.kube;

import dev.dragoman.kube.failure.ObjectGone;
import dev.dragoman.kube.failure.WriteConflict;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.OwnedFields;
import dev.dragoman.kube.object.Ownership;
import dev.dragoman.reconcile.Effects;
import dev.dragoman.reconcile.cache.OwnWrites;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Withdraws an owner from a Secret or ConfigMap in which other writers have set keys. Removes the
 * owner reference, and the keys that one manager applied for the owner. Otherwise the garbage
 * collector would delete the keys of the other writers along with the owner. An object in which
 * nobody else has set a key is not changed: the garbage collector deletes it. Thread-safe.
 */
public final class Departure {
    private static final String MERGE = "application/merge-patch+json";
    private static final String DATA = "data";
    private static final String METADATA = "metadata";

    /**
     * Annotation that is set when the owner leaves. It keeps our manager in managedFields, so that
     * an owner that is created again may adopt the object ({@link ApplyOptions#orphans}).
     */
    private static final String LEFT = "dragoman.dev/export-left";

    private final ApiServer api;
    private final Kinds kinds;
    private final OwnWrites ownWrites;

    public Departure(KubernetesClient client, Kinds kinds, OwnWrites ownWrites) {
        this.api = new ApiServer(client);
        this.kinds = kinds;
        this.ownWrites = ownWrites;
    }

    /**
     * Withdraws the owner. Safe to repeat.
     *
     * @param object apiVersion, kind, name and namespace of the Secret or ConfigMap
     * @param manager field manager whose keys are removed
     * @param owner the object that is about to be deleted
     * @return whether the Secret or ConfigMap was written
     * @throws WriteConflict when the Secret or ConfigMap has changed since it was read: try again
     * @throws WriteRefused when we may not write the Secret or ConfigMap
     */
    public boolean leave(Map<String, Object> object, String manager, Map<String, Object> owner) {
        return write(object, manager, present -> patch(present, manager, owner));
    }

    /**
     * Removes the keys that one manager applied for the owner, and keeps the object, which the
     * garbage collector deletes with its owner. Safe to repeat; parameters and exceptions as for
     * {@link #leave}.
     */
    public boolean clear(Map<String, Object> object, String manager, Map<String, Object> owner) {
        return write(object, manager, present -> cleared(present, manager, owner));
    }

    private boolean write(
            Map<String, Object> object,
            String manager,
            Function<Map<String, Object>, Optional<Map<String, Object>>> change) {
        var target = Target.of(object, kinds);
        var patch = api.get(target.path(), "read " + target.key()).flatMap(change);
        if (patch.isEmpty()) {
            return false;
        }
        var request =
                new ApiServer.Request(
                        "PATCH",
                        target.path(),
                        Map.of("fieldManager", manager),
                        MERGE,
                        patch.get(),
                        "remove Dragoman's keys from " + target.key());
        try {
            var written = Failures.orThrow(api.send(request), request, target.secret()).body();
            ownWrites.wrote(target.key(), Versions.of(written));
            Effects.made(request.doing());
            return true;
        } catch (ObjectGone gone) {
            return false;
        }
    }

    /**
     * The merge patch that removes the owner reference and the keys that the manager has set. Empty
     * when no other manager has set a key of the data, because the object is then deleted with its
     * owner. Also empty when the object does not belong to the owner or is being deleted. Keeps all
     * keys of an immutable object. Pure.
     */
    static Optional<Map<String, Object>> patch(
            Map<String, Object> present, String manager, Map<String, Object> owner) {
        var fields = OwnedFields.applied(present, manager);
        var ours = ours(fields, DATA, present);
        boolean shared =
                !ours.containsAll(Json.map(present, DATA).keySet())
                        || !Json.map(present, "binaryData").isEmpty();
        if (!shared || !Ownership.owns(owner, present) || Fields.deleting(present)) {
            return Optional.empty();
        }
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("uid", Ownership.uid(present));
        metadata.put("resourceVersion", Versions.of(present));
        metadata.put(
                "ownerReferences",
                Json.maps(Json.map(present, METADATA), "ownerReferences").stream()
                        .filter(each -> !Ownership.uid(owner).equals(each.get("uid")))
                        .toList());
        var marks = Json.map(fields, "f:" + METADATA);
        var labels = ours(marks, "labels", Json.map(present, METADATA));
        if (!labels.isEmpty()) {
            metadata.put("labels", absent(labels));
        }
        var annotations = absent(ours(marks, "annotations", Json.map(present, METADATA)));
        annotations.put(LEFT, "true");
        metadata.put("annotations", annotations);
        // the API server lets nobody change the keys of an immutable object
        return Optional.of(
                Boolean.TRUE.equals(present.get("immutable"))
                        ? Map.of(METADATA, metadata)
                        : Map.of(METADATA, metadata, DATA, absent(ours)));
    }

    /** The merge patch that removes the manager's keys; empty when there are none. Pure. */
    static Optional<Map<String, Object>> cleared(
            Map<String, Object> present, String manager, Map<String, Object> owner) {
        var ours = ours(OwnedFields.applied(present, manager), DATA, present);
        if (ours.isEmpty() || !Ownership.owns(owner, present) || Fields.deleting(present)) {
            return Optional.empty();
        }
        var metadata =
                Map.of("uid", Ownership.uid(present), "resourceVersion", Versions.of(present));
        return Optional.of(Map.of(METADATA, metadata, DATA, absent(ours)));
    }

    /** Keys of the map that the manager owns and that exist. */
    private static Set<String> ours(
            Map<String, Object> fields, String map, Map<String, Object> present) {
        var names = new TreeSet<String>();
        for (var path : Json.map(fields, "f:" + map).keySet()) {
            if (path.startsWith("f:")) {
                names.add(path.substring(2));
            }
        }
        names.retainAll(Json.map(present, map).keySet());
        return names;
    }

    /** In a merge patch, null deletes a key. */
    private static Map<String, Object> absent(Set<String> names) {
        var gone = new LinkedHashMap<String, Object>();
        names.forEach(name -> gone.put(name, null));
        return gone;
    }
}
