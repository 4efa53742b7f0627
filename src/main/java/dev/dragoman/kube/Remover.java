package dev.dragoman.kube;

import dev.dragoman.kube.failure.ObjectGone;
import dev.dragoman.kube.failure.WriteConflict;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.reconcile.Effects;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.LinkedHashMap;
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
