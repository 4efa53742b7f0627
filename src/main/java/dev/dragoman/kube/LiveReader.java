package dev.dragoman.kube;

import dev.dragoman.reconcile.ObjectKey;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Asks the API server each time. Thread-safe. */
public final class LiveReader implements Reader {
    private static final Set<String> NO_NAMES = Set.of("", ".", "..");

    private final ApiServer api;
    private final Kinds kinds;

    public LiveReader(KubernetesClient client, Kinds kinds) {
        this.api = new ApiServer(client);
        this.kinds = kinds;
    }

    @Override
    public Optional<Map<String, Object>> get(String apiVersion, ObjectKey key) {
        if (NO_NAMES.contains(key.name()) || key.name().contains("/") || key.name().contains("%")) {
            // the address would be that of another object, of a part of one, or of all of them
            throw new IllegalArgumentException(
                    "'%s' is no name of a %s".formatted(key.name(), key.kind()));
        }
        var resource = kinds.resolve(apiVersion, key.kind());
        var path =
                Target.collection(apiVersion, resource, key.namespace())
                        + "/"
                        + Target.encode(key.name());
        return api.get(path, "read " + key);
    }

    @Override
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
