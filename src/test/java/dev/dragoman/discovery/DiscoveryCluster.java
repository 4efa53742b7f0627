package dev.dragoman.discovery;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Operator;
import dev.dragoman.certificates.KeyMaterial;
import dev.dragoman.discovery.decision.DiscoveryNames;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.witness.Evidence;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A namespace with discovery services, and the operator that serves it with the rights of {@code
 * kubernetes/base} and {@code kubernetes/discovery}. The test plays who issues certificates, and
 * the nodes.
 */
final class DiscoveryCluster implements AutoCloseable {
    static {
        System.setProperty("camel.management.port", "0");
    }

    static final String SERVICE =
            """
            apiVersion: operator.marin3r.3scale.net/v1alpha1
            kind: DiscoveryService
            metadata: { name: xds }
            spec:
              image: quay.io/3scale/marin3r:v0.13.3
            """;

    static final String OPERATOR = AuditLog.serviceAccount("dragoman-system", "dragoman");

    private static final AtomicInteger NUMBER = new AtomicInteger();

    final ControlPlane plane = SharedControlPlane.shared();
    final Install install = new Install(plane);
    final String namespace = "discovery-" + NUMBER.incrementAndGet();
    final Map<String, String> environment = new HashMap<>();
    private final List<String> namespaces = new ArrayList<>();
    private final KeyMaterial keys;
    private Operator operator;

    DiscoveryCluster() {
        install.kindsAndRightsOnce(Install.sampleKinds());
        install.discovery();
        install.certificates();
        policyOfVending();
        namespace(namespace, Map.of());
        keys =
                new KeyMaterial(
                        client(), namespace, DiscoveryNames.KIND, DiscoveryNames.CERTIFICATE);
        environment.put("DRAGOMAN_LEADER_ELECTION", "false");
        environment.put("DRAGOMAN_MANAGEMENT_PORT", "0");
        environment.put("DRAGOMAN_DISCOVERY", "on");
        // Azure objects are other tests'
        environment.put("AZURE_TARGET_NAMESPACES", namespace);
    }

    /** What keeps the operator from making accounts anywhere, where it gives out namespaces too. */
    private void policyOfVending() {
        var policy =
                Pattern.compile("\n---\n")
                        .splitAsStream(Install.manifest(Install.VENDING))
                        .filter(each -> each.contains("kind: ValidatingAdmissionPolicy"))
                        .collect(Collectors.joining("\n---\n"));
        assertThat(policy).contains("dragoman-namespaces");
        var _ = install.apply(policy, "policy.yaml");
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
        client().resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .withAnnotations(annotations)
                                .endMetadata()
                                .build())
                .create();
        Install.grantSecrets(client(), name);
    }

    DiscoveryCluster start() {
        operator =
                Operator.start(
                        Config.fromKubeconfig(install.operatorKubeconfig().toFile()),
                        environment,
                        Clock.systemUTC(),
                        () -> {});
        return this;
    }

    void stop() {
        if (operator != null) {
            Evidence.metrics(operator.metrics());
            operator.close();
            operator = null;
        }
    }

    KubernetesClient client() {
        return plane.client();
    }

    void apply(String yaml) {
        var _ = install.apply(yaml, namespace + ".yaml", "-n", namespace, "--server-side");
    }

    String kubectl(String... arguments) {
        var all = new ArrayList<>(List.of("-n", namespace));
        all.addAll(List.of(arguments));
        return install.kubectl(all);
    }

    Optional<GenericKubernetesResource> get(
            String apiVersion, String kind, String in, String name) {
        return Optional.ofNullable(
                client().genericKubernetesResources(apiVersion, kind)
                        .inNamespace(in)
                        .withName(name)
                        .get());
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
        return service(name)
                .map(each -> each.<List<Map<String, Object>>>get("status", "conditions"))
                .stream()
                .flatMap(List::stream)
                .filter(each -> type.equals(each.get("type")))
                .findFirst()
                .orElse(Map.of());
    }

    /** Waits until Ready has this reason, for the spec as it is; its message. */
    String reason(String name, String reason) {
        await().untilAsserted(
                        () -> {
                            assertThat(condition(name, "Ready")).containsEntry("reason", reason);
                            assertThat(
                                            ((Number)
                                                            condition(name, "Ready")
                                                                    .get("observedGeneration"))
                                                    .longValue())
                                    .isEqualTo(
                                            service(name)
                                                    .orElseThrow()
                                                    .getMetadata()
                                                    .getGeneration());
                        });
        return String.valueOf(condition(name, "Ready").get("message"));
    }

    /** What the operator wrote since in this namespace. */
    List<String> writes(AuditLog.Mark since) {
        return plane
                .audit()
                .since(
                        since,
                        each ->
                                each.user().equals(OPERATOR)
                                        && each.write()
                                        && each.namespace().equals(namespace))
                .stream()
                .map(each -> each.verb() + " " + each.resource())
                .toList();
    }

    @Override
    public void close() {
        keys.check();
        keys.close();
        var left =
                client().genericKubernetesResources(DiscoveryNames.API_VERSION, DiscoveryNames.KIND)
                        .inNamespace(namespace);
        left.delete();
        if (operator != null) {
            await().until(() -> left.list().getItems().isEmpty());
        }
        stop();
        namespaces.forEach(each -> client().namespaces().withName(each).delete());
        // they would hide which rights the operator needs elsewhere
        for (var each :
                List.of(
                        "dragoman-certificates",
                        "dragoman-discovery",
                        "dragoman-discovery-granted")) {
            var _ = client().rbac().clusterRoleBindings().withName(each).delete();
        }
    }
}
