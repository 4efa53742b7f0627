package dev.dragoman.kube;

import dev.dragoman.kube.failure.ObjectGone;
import dev.dragoman.kube.failure.WriteConflict;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.OwnedFields;
import dev.dragoman.kube.object.Ownership;
import dev.dragoman.reconcile.cache.OwnWrites;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Writes status through {@code /status} by server-side apply, and only when it differs. A late
 * write fails, and does not reach a new object of the same name. As the API server ignores a wrong
 * uid in a status apply, each request has the resourceVersion. After a conflict the object is read
 * again and its uid compared.
 */
public final class StatusWriter {
    private static final int TRIES = 4;

    private final ApiServer api;
    private final Kinds kinds;
    private final OwnWrites ownWrites;

    public StatusWriter(KubernetesClient client, Kinds kinds, OwnWrites ownWrites) {
        this.api = new ApiServer(client);
        this.kinds = kinds;
        this.ownWrites = ownWrites;
    }

    /**
     * Writes the status, if it differs.
     *
     * @param object as read, with uid
     * @param status all status fields of this manager; fields that it set before and that are
     *     missing now are removed
     * @return the new object, or empty when nothing had to be written
     * @throws ObjectGone when the object with this uid no longer exists
     * @throws WriteConflict when somebody else wrote the status since the object was read
     */
    public Optional<Map<String, Object>> write(
            Map<String, Object> object, Map<String, Object> status, String fieldManager) {
        return apply(object, status, fieldManager, true) instanceof Applied.Written(var written)
                ? Optional.of(written)
                : Optional.empty();
    }

    /**
     * Writes the status as {@link #write} does, but takes over no field that another field manager
     * owns.
     *
     * @return a conflict when another field manager owns a field and has set another value
     */
    public Applied share(
            Map<String, Object> object, Map<String, Object> status, String fieldManager) {
        return apply(object, status, fieldManager, false);
    }

    private Applied apply(
            Map<String, Object> object,
            Map<String, Object> status,
            String fieldManager,
            boolean force) {
        var wanted = Json.copyMap(status);
        if (upToDate(object, wanted, fieldManager)) {
            return new Applied.Unchanged(object);
        }
        var target = Target.of(object, kinds);
        var current = object;
        for (int left = TRIES; ; left--) {
            var request = request(target, current, wanted, fieldManager, force);
            var reply = api.send(request);
            var conflict = Applier.conflict(reply);
            if (!force && conflict.isPresent()) {
                return conflict.get();
            }
            if (reply.code() == 409 && left > 1) {
                current = reread(target, object);
                continue;
            }
            var written = Failures.orThrow(reply, request, target.secret()).body();
            if (Versions.same(object, written)) {
                return new Applied.Unchanged(written);
            }
            ownWrites.wrote(target.key(), Versions.of(written));
            return new Applied.Written(written);
        }
    }

    /**
     * Reads the object again after a conflict. Checks that it is the same object and has the same
     * status.
     */
    private Map<String, Object> reread(Target target, Map<String, Object> read) {
        var now = api.get(target.path(), "read " + target.key());
        if (now.isEmpty() || !Ownership.uid(now.get()).equals(target.uid())) {
            throw new ObjectGone(
                    "write the status of %s: the object that was read is gone"
                            .formatted(target.key()));
        }
        if (!Json.same(Json.map(read, "status"), Json.map(now.get(), "status"))) {
            // most likely another replica is the leader now, and knows more than this
            // reconciliation
            throw new WriteConflict(
                    "write the status of %s: somebody else changed the status meanwhile"
                            .formatted(target.key()));
        }
        return now.get();
    }

    private static ApiServer.Request request(
            Target target,
            Map<String, Object> current,
            Map<String, Object> status,
            String fieldManager,
            boolean force) {
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("name", target.key().name());
        if (!target.key().namespace().isEmpty()) {
            metadata.put("namespace", target.key().namespace());
        }
        metadata.put("uid", target.uid());
        metadata.put("resourceVersion", Versions.of(current));
        return new ApiServer.Request(
                "PATCH",
                target.path() + "/status",
                Map.of("fieldManager", fieldManager, "force", Boolean.toString(force)),
                ApiServer.APPLY,
                Map.of(
                        "apiVersion",
                        target.apiVersion(),
                        "kind",
                        target.key().kind(),
                        "metadata",
                        metadata,
                        "status",
                        status),
                "write the status of " + target.key());
    }

    private static boolean upToDate(
            Map<String, Object> object, Map<String, Object> wanted, String fieldManager) {
        var present = Json.map(object, "status");
        var ours = OwnedFields.entry(object, fieldManager, "Apply", "status");
        if (ours.isPresent()) {
            // other managers may write conditions of their own: compare only our fields
            var owned = Json.map(ours.get(), "fieldsV1", "f:status");
            return OwnedFields.upToDate(wanted, present, owned);
        }
        return Json.same(wanted, present);
    }
}
