package dev.dragoman.kube;

import dev.dragoman.reconcile.OwnWrites;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Writes status through {@code /status} by server-side apply, and only when it differs. The apply
 * carries the uid, so that one that comes late fails instead of describing an object's successor.
 */
public final class StatusWriter {
    private final ApiServer api;
    private final Kinds kinds;
    private final OwnWrites ownWrites;

    public StatusWriter(KubernetesClient client, Kinds kinds, OwnWrites ownWrites) {
        this.api = new ApiServer(client);
        this.kinds = kinds;
        this.ownWrites = ownWrites;
    }

    /**
     * @param object as read, with uid
     * @param status everything this manager says; what it said before and no longer says is removed
     * @return the new object, or empty when nothing had to be written
     * @throws ObjectGone when the object, with this uid, does not exist any more
     */
    public Optional<Map<String, Object>> write(
            Map<String, Object> object, Map<String, Object> status, String fieldManager) {
        var wanted = Json.copyMap(status);
        if (upToDate(object, wanted, fieldManager)) {
            return Optional.empty();
        }
        var target = Target.of(object, kinds);
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("name", target.key().name());
        if (!target.key().namespace().isEmpty()) {
            metadata.put("namespace", target.key().namespace());
        }
        metadata.put("uid", target.uid());
        var request =
                new ApiServer.Request(
                        "PATCH",
                        target.path() + "/status",
                        Map.of("fieldManager", fieldManager, "force", "true"),
                        ApiServer.APPLY,
                        Map.of(
                                "apiVersion",
                                target.apiVersion(),
                                "kind",
                                target.key().kind(),
                                "metadata",
                                metadata,
                                "status",
                                wanted),
                        "write the status of " + target.key());
        var written = Failures.orThrow(api.send(request), request, target.secret()).body();
        if (Versions.same(object, written)) {
            return Optional.empty();
        }
        ownWrites.wrote(target.key(), Versions.of(written));
        return Optional.of(written);
    }

    private static boolean upToDate(
            Map<String, Object> object, Map<String, Object> wanted, String fieldManager) {
        var present = Json.map(object, "status");
        var ours = OwnedFields.entry(object, fieldManager, "Apply", "status");
        if (ours.isPresent()) {
            // others may write conditions of their own: compare what is ours
            var owned = Json.map(ours.get(), "fieldsV1", "f:status");
            return OwnedFields.upToDate(wanted, present, owned);
        }
        return Json.same(wanted, present);
    }
}
