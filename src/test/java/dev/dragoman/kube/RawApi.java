package dev.dragoman.kube;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.Map;

/** What a test does behind the writers' backs, as another client would. */
final class RawApi {
    private final ApiServer api;

    RawApi(KubernetesClient client) {
        this.api = new ApiServer(client);
    }

    static KubernetesClient client(Config config) {
        config.setRequestRetryBackoffLimit(0);
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    Map<String, Object> get(String path) {
        return api.get(path, "read " + path).orElse(Map.of());
    }

    Map<String, Object> create(String collection, Map<String, Object> object) {
        return ok("POST", collection, Map.of("fieldManager", "someone"), ApiServer.JSON, object);
    }

    Map<String, Object> patch(String path, String type, Object body) {
        return ok("PATCH", path, Map.of("fieldManager", "someone"), type, body);
    }

    Map<String, Object> apply(String path, String manager, Object body) {
        return ok(
                "PATCH",
                path,
                Map.of("fieldManager", manager, "force", "true"),
                ApiServer.APPLY,
                body);
    }

    void delete(String path) {
        ok("DELETE", path, Map.of(), ApiServer.JSON, null);
    }

    private Map<String, Object> ok(
            String method, String path, Map<String, String> query, String type, Object body) {
        var request = new ApiServer.Request(method, path, query, type, body, method + " " + path);
        return Failures.orThrow(api.send(request), request, false).body();
    }
}
