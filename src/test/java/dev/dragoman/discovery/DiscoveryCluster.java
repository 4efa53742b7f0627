package dev.dragoman.discovery;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Operator;
import dev.dragoman.certificates.KeyMaterial;
import dev.dragoman.cluster.Account;
import dev.dragoman.cluster.OperatorCluster;
import dev.dragoman.discovery.decision.DiscoveryNames;
import dev.dragoman.discovery.decision.EnvoyDeployment;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A namespace with discovery services, and the operator that serves it with the rights of {@code
 * kubernetes/base} and {@code kubernetes/discovery}. The test plays who issues certificates, and
 * the nodes.
 */
final class DiscoveryCluster extends OperatorCluster {
    static final String SERVICE =
            """
            apiVersion: operator.marin3r.3scale.net/v1alpha1
            kind: DiscoveryService
            metadata: { name: xds }
            spec:
              image: quay.io/3scale/marin3r:v0.13.3
            """;

    private final List<String> namespaces = new ArrayList<>();
    private final KeyMaterial keys;

    DiscoveryCluster() {
        super(SharedControlPlane.shared(), Account.DISCOVERY, "discovery");
        namespace(namespace, Map.of());
        keys =
                new KeyMaterial(
                        client(), namespace, DiscoveryNames.KIND, DiscoveryNames.CERTIFICATE);
        environment.put("DRAGOMAN_DISCOVERY", "on");
    }

    /** Certificates are played by the test: their controller stays out of it. */
    DiscoveryCluster withoutCertificates() {
        try (var in = Operator.class.getResourceAsStream("/routes/dispatch.camel.yaml")) {
            var shipped = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            int at = shipped.indexOf("kubernetes-reconcile:certificates");
            var rest =
                    shipped.substring(at).replaceFirst("\\{\\{discovery.enabled:false}}", "false");
            assertThat(rest).isNotEqualTo(shipped.substring(at));
            var overlays = Files.createTempDirectory("dragoman-overlays");
            Files.writeString(
                    overlays.resolve("dispatch.camel.yaml"), shipped.substring(0, at) + rest);
            environment.put("DRAGOMAN_OVERLAYS", overlays.toString());
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void namespace(String name, Map<String, String> annotations) {
        namespaces.add(name);
        make(name, annotations);
    }

    DiscoveryCluster start() {
        start(cluster(), Clock.systemUTC());
        return this;
    }

    Optional<GenericKubernetesResource> get(
            String apiVersion, String kind, String in, String name) {
        return find(apiVersion, kind, in, name);
    }

    Optional<GenericKubernetesResource> service(String name) {
        return get(DiscoveryNames.API_VERSION, DiscoveryNames.KIND, namespace, name);
    }

    Optional<GenericKubernetesResource> certificate(String in, String name) {
        return get(DiscoveryNames.API_VERSION, DiscoveryNames.CERTIFICATE, in, name);
    }

    Optional<GenericKubernetesResource> deployment(String name) {
        return get("apps/v1", "Deployment", namespace, name);
    }

    Map<String, String> labels(String namespaceName) {
        var labels =
                new HashMap<>(
                        client().namespaces()
                                .withName(namespaceName)
                                .get()
                                .getMetadata()
                                .getLabels());
        labels.keySet().removeIf(each -> !each.startsWith("marin3r."));
        return labels;
    }

    /** As the controller of certificates does it. */
    void issue(String certificate, String field, String hash) {
        await().until(() -> certificate(namespace, certificate).isPresent());
        kubectl(
                "patch",
                "discoveryservicecertificate",
                certificate,
                "--subresource=status",
                "--type=merge",
                "-p",
                "{\"status\":{\"ready\":true,\"observedGeneration\":1000,\"%s\":\"%s\"}}"
                        .formatted(field, hash));
    }

    void issued(String name, String serverHash, String bundleHash) {
        issue("marin3r-ca-cert-" + name, "trustBundleHash", bundleHash);
        issue("marin3r-server-cert-" + name, "certificateHash", serverHash);
    }

    /** As kubelets do it: all pods there are become ready. */
    void ready() {
        for (var pod : client().pods().inNamespace(namespace).list().getItems()) {
            kubectl(
                    "patch",
                    "pod",
                    pod.getMetadata().getName(),
                    "--subresource=status",
                    "--type=merge",
                    "-p",
                    "{\"status\":{\"phase\":\"Running\",\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}");
        }
    }

    /** Pods become ready until the DiscoveryService is. */
    void runs(String name) {
        await().pollInterval(Duration.ofMillis(500))
                // a pod may go while it is made ready
                .ignoreExceptions()
                .untilAsserted(
                        () -> {
                            ready();
                            assertThat(condition(name, "Ready"))
                                    .containsEntry("reason", "Reconciled");
                        });
    }

    /** The condition of a type; empty while there is none. */
    Map<String, Object> condition(String name, String type) {
        return condition(service(name), type);
    }

    /** Waits until Ready has this reason, for the spec as it is; its message. */
    String reason(String name, String reason) {
        return String.valueOf(settled(() -> service(name), reason).get("message"));
    }

    Optional<GenericKubernetesResource> envoys(String name) {
        return get(DiscoveryNames.API_VERSION, EnvoyDeployment.KIND, namespace, name);
    }

    /** As {@link #reason}, of an EnvoyDeployment. */
    String reasonOfEnvoys(String name, String reason) {
        return String.valueOf(settled(() -> envoys(name), reason).get("message"));
    }

    @Override
    public void close() {
        keys.check();
        keys.close();
        var left =
                client().genericKubernetesResources(DiscoveryNames.API_VERSION, DiscoveryNames.KIND)
                        .inNamespace(namespace);
        left.delete();
        if (started()) {
            await().until(() -> left.list().getItems().isEmpty());
        }
        stop();
        namespaces.forEach(each -> client().namespaces().withName(each).delete());
    }
}
