package dev.dragoman.road;

import dev.dragoman.sandbox.cli.Install;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The environment that the kubelet would give a pod of {@code kubernetes/base} now. */
final class PodEnvironment {
    private PodEnvironment() {}

    /**
     * @param secret values of the settings Secret when the pod starts
     */
    static Map<String, String> of(KubernetesClient client, Map<String, String> secret) {
        var yaml = Install.manifest("base/deployment.yaml").getBytes(StandardCharsets.UTF_8);
        var deployment =
                client.load(new ByteArrayInputStream(yaml)).items().stream()
                        .filter(Deployment.class::isInstance)
                        .map(Deployment.class::cast)
                        .findFirst()
                        .orElseThrow();
        return of(deployment, secret);
    }

    /** The same of a Deployment that an overlay has changed. */
    static Map<String, String> of(Deployment deployment, Map<String, String> secret) {
        var container = deployment.getSpec().getTemplate().getSpec().getContainers().getFirst();
        var environment = new HashMap<String, String>();
        if (container.getEnvFrom().stream().anyMatch(each -> each.getSecretRef() != null)) {
            environment.putAll(secret);
        }
        for (var each : container.getEnv()) {
            var from = each.getValueFrom();
            if (from == null) {
                environment.put(each.getName(), each.getValue());
            } else if (from.getSecretKeyRef() != null) {
                var value = secret.get(from.getSecretKeyRef().getKey());
                if (value != null) {
                    environment.put(each.getName(), value);
                }
            }
        }
        return environment;
    }
}
