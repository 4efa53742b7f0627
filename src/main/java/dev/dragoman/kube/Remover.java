package dev.dragoman.kube;

import dev.dragoman.kube.failure.ObjectGone;
import dev.dragoman.kube.failure.WriteConflict;
import dev.dragoman.kube.failure.WriteRefused;
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
     * Deletes exactly the object that was read, not one that has changed since or another one of
     * its name.
     *
     * @param object as read, with uid and resourceVersion
     * @return false when no object of the name exists any more
     * @throws WriteConflict when it changed since it was read
     * @throws ObjectGone when another object has its name
     * @throws WriteRefused when we may not delete it
     */
    public boolean delete(Map<String, Object> object) {
        return delete(api, Target.of(object, kinds), Versions.of(object));
    }

    /**
     * As {@link #delete}, but the object stays until all that it owns is gone, such as a Deployment
     * until its pods have ended. Does not wait for that.
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
        return true;
    }
}
