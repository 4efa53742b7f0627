package dev.dragoman.kube;

import dev.dragoman.reconcile.ObjectKey;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads live, for what no informer holds. Thread-safe. */
public final class Reader {
    private final ApiServer api;
    private final Kinds kinds;

    public Reader(KubernetesClient client, Kinds kinds) {
        this.api = new ApiServer(client);
        this.kinds = kinds;
    }

    /**
     * The object, or empty when it does not exist.
     *
     * @throws WriteRefused when we may not read it
     * @throws ApiServerUnavailable when the API server gave no answer
     */
    public Optional<Map<String, Object>> get(String apiVersion, ObjectKey key) {
        var resource = kinds.resolve(apiVersion, key.kind());
        var path =
                Target.collection(apiVersion, resource, key.namespace())
                        + "/"
                        + Target.encode(key.name());
        return api.get(path, "read " + key);
    }

    /**
     * All objects of the kind in the namespace that have the labels, each with its kind.
     *
     * @throws KindMissing when the API server does not serve the kind
     * @throws WriteRefused when we may not read them
     * @throws ApiServerUnavailable when the API server gave no answer
     */
    public List<Map<String, Object>> list(
            String apiVersion, String kind, String namespace, String labelSelector) {
        var resource = kinds.resolve(apiVersion, kind);
        var objects =
                api.list(
                        Target.collection(apiVersion, resource, namespace),
                        labelSelector,
                        "list " + kind);
        for (var object : objects) {
            // a list does not repeat the kind in its items
            object.put("apiVersion", apiVersion);
            object.put("kind", kind);
        }
        return objects;
    }
}
