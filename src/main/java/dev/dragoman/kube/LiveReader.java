package dev.dragoman.kube;

import dev.dragoman.kube.failure.InvalidName;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A reader that asks the API server each time. Thread-safe. */
public final class LiveReader implements Reader {
    private final ApiServer api;
    private final Kinds kinds;
    private final Pages pages;

    public LiveReader(KubernetesClient client, Kinds kinds) {
        this.api = new ApiServer(client);
        this.kinds = kinds;
        this.pages = new Pages(api);
    }

    @Override
    public Kinds.Resource resource(String apiVersion, String kind) {
        return kinds.resolve(apiVersion, kind);
    }

    @Override
    public Optional<Map<String, Object>> get(String apiVersion, ObjectKey key) {
        if (InvalidName.is(key.name())) {
            throw new InvalidName(key);
        }
        if (!key.namespace().isEmpty() && InvalidName.is(key.namespace())) {
            throw new InvalidName(new ObjectKey("", "Namespace", "", key.namespace()));
        }
        var resource = kinds.resolve(apiVersion, key.kind());
        var path =
                Target.collection(apiVersion, resource, key.namespace())
                        + "/"
                        + Target.encode(key.name());
        return api.get(path, "read " + key);
    }

    @Override
    public <T> List<T> list(
            String apiVersion,
            String kind,
            String namespace,
            String labelSelector,
            Function<Map<String, Object>, T> part) {
        return read(apiVersion, kind, namespace, labelSelector, false, part);
    }

    @Override
    public <T> List<T> metadata(
            String apiVersion,
            String kind,
            String namespace,
            String labelSelector,
            Function<Map<String, Object>, T> part) {
        return read(
                apiVersion,
                kind,
                namespace,
                labelSelector,
                true,
                object -> {
                    Json.map(object, "metadata").remove("managedFields");
                    return part.apply(object);
                });
    }

    private <T> List<T> read(
            String apiVersion,
            String kind,
            String namespace,
            String labelSelector,
            boolean metadata,
            Function<Map<String, Object>, T> part) {
        var path = Target.collection(apiVersion, kinds.resolve(apiVersion, kind), namespace);
        return pages.read(
                new Pages.Wanted(
                        path,
                        labelSelector,
                        metadata,
                        "list %s in %s"
                                .formatted(
                                        kind, namespace.isEmpty() ? "all namespaces" : namespace)),
                object -> {
                    // a list does not repeat the kind in its items
                    object.put("apiVersion", apiVersion);
                    object.put("kind", kind);
                    return part.apply(object);
                });
    }
}
