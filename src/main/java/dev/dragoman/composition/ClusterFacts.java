package dev.dragoman.composition;

import dev.dragoman.kube.object.Json;
import dev.dragoman.settings.IdentityMode;
import dev.dragoman.settings.SettingValues;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What templates know of the cluster: the issuer of its tokens and its version, which are read
 * once, when the first object needs them. Beside these, what the operator's settings say: the
 * subject that proves the identities of all namespaces, and the ids of the operator's own
 * credential. Thread-safe.
 */
final class ClusterFacts {
    private static final Map<String, String> SETTINGS =
            Map.of(
                    "tenantId", "AZURE_TENANT_ID",
                    "subscriptionId", "AZURE_SUBSCRIPTION_ID",
                    "clientId", "AZURE_CLIENT_ID");

    private final KubernetesClient client;
    private final Map<String, Object> settings;
    private volatile Map<String, Object> known;

    ClusterFacts(KubernetesClient client, Map<String, String> environment) {
        this.client = client;
        this.settings = settings(environment);
    }

    /** The same for trials without a cluster. */
    static Map<String, Object> sample(Map<String, String> environment) {
        var all = settings(environment);
        all.put("issuer", "https://issuer.example.org/");
        all.put("version", "v1.0.0");
        return all;
    }

    private static Map<String, Object> settings(Map<String, String> environment) {
        var all = new LinkedHashMap<String, Object>();
        SETTINGS.forEach(
                (name, setting) -> {
                    var value = SettingValues.text(environment, setting, "");
                    if (!value.isEmpty()) {
                        all.put(name, value);
                    }
                });
        var shared = IdentityMode.from(environment).shared();
        all.put("subject", shared.map(IdentityMode.Account::subject).orElse(""));
        return all;
    }

    Map<String, Object> all() {
        var now = known;
        if (now == null) {
            var all = new LinkedHashMap<>(settings);
            put(all, "issuer", "/.well-known/openid-configuration", "issuer");
            put(all, "version", "/version", "gitVersion");
            now = Map.copyOf(all);
            known = now;
        }
        return now;
    }

    private void put(Map<String, Object> all, String name, String path, String field) {
        var text = client.raw(path);
        try {
            if (text != null
                    && Json.read(text.getBytes(StandardCharsets.UTF_8)).get(field)
                            instanceof String found) {
                all.put(name, found);
            }
        } catch (IOException noJson) {
            throw new KubernetesClientException(path + ": the answer is not JSON", noJson);
        }
    }
}
