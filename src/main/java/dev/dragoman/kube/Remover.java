package dev.dragoman.kube;

import dev.dragoman.kube.failure.ObjectGone;
import dev.dragoman.kube.failure.WriteConflict;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Ownership;
import dev.dragoman.reconcile.Effects;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Deletes single objects. Thread-safe. */
public final class Remover {
    private final ApiServer api;
    private final Kinds kinds;

    public Remover(KubernetesClient client, Kinds kinds) {
        this.api = new ApiServer(client);
        this.kinds = kinds;
    }

    /**
     * Deletes exactly the object that was read: neither an object that has changed since, nor
     * another object with its name.
     *
     * @param object as read, with uid and resourceVersion
     * @return false when no object with the name exists any more
     * @throws WriteConflict when the object has changed since it was read
     * @throws ObjectGone when another object has its name
     * @throws WriteRefused when we may not delete it
     */
    public boolean delete(Map<String, Object> object) {
        return delete(api, Target.of(object, kinds), Versions.of(object));
    }

    /**
     * Deletes like {@link #delete}, but the object exists until all objects that it owns are gone.
     * A Deployment, for example, exists until its pods have ended. Does not wait for that.
     */
    public boolean deleteAfterOwned(Map<String, Object> object) {
        return delete(api, Target.of(object, kinds), Versions.of(object), "Foreground");
    }

    /**
     * Removes an owner from an object that was read, so that the garbage collector keeps it.
     *
     * @throws WriteConflict when the object has changed since it was read
     */
    public void orphan(Map<String, Object> object, Map<String, Object> owner) {
        var target = Target.of(object, kinds);
        var others =
                Fields.owners(object).stream()
                        .filter(each -> !Ownership.uid(owner).equals(each.get("uid")))
                        .toList();
        var request =
                new ApiServer.Request(
                        "PATCH",
                        target.path(),
                        Map.of(),
                        ApiServer.JSON_PATCH,
                        List.of(
                                Applier.operation("test", "resourceVersion", Versions.of(object)),
                                Applier.operation("replace", "ownerReferences", others)),
                        "keep " + target.key() + " without its owner");
        Failures.orThrow(api.send(request), request, target.secret());
        Effects.made(request.doing());
    }

    static boolean delete(ApiServer api, Target target, String version) {
        return delete(api, target, version, "Background");
    }

    private static boolean delete(
            ApiServer api, Target target, String version, String propagation) {
        var options = new LinkedHashMap<String, Object>();
        options.put("apiVersion", "v1");
        options.put("kind", "DeleteOptions");
        options.put("propagationPolicy", propagation);
        options.put("preconditions", Map.of("uid", target.uid(), "resourceVersion", version));
        var request =
                new ApiServer.Request(
                        "DELETE",
                        target.path(),
                        Map.of(),
                        ApiServer.JSON,
                        options,
                        "delete " + target.key());
        var reply = api.send(request);
        if (reply.code() == 404) {
            return false;
        }
        Failures.orThrow(reply, request, target.secret());
        Effects.made(request.doing());
        return true;
    }
}
