package dev.dragoman.road;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dragoman.Operator;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The whole road for a scenario: the shared API server, a local Azure of its own, and the operator
 * under its own service account with the rights of {@code kubernetes/}.
 */
final class Road implements AutoCloseable {
    static final String OPERATOR = AuditLog.serviceAccount("dragoman-system", "dragoman");
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    final ControlPlane plane = SharedControlPlane.shared();
    final Install install = new Install(plane);
    final String namespace;
    final AzureSandbox azure;
    final Map<String, String> environment;
    private final AzurePart.RunningAzure part;
    private Operator operator;

    Road(String name) {
        namespace = name + "-" + NUMBER.incrementAndGet();
        install.kindsAndRights();
        part = new AzurePart().start(plane);
        azure = part.azure();
        azure.control().retryAfter(1);
        azure.control().operationDuration(".*", Duration.ofMillis(500));
        environment = new HashMap<>(part.environment());
        environment.put("DRAGOMAN_LEADER_ELECTION", "false");
        environment.put("DRAGOMAN_MANAGEMENT_PORT", "0");
        environment.put("AZURE_TARGET_NAMESPACES", namespace);
        client().resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(namespace)
                                .endMetadata()
                                .build())
                .create();
    }

    KubernetesClient client() {
        return plane.client();
    }

    /** Starts the operator; its environment may be changed before. */
    Road start() {
        var config = Config.fromKubeconfig(install.operatorKubeconfig().toFile());
        operator = Operator.start(config, environment, Clock.systemUTC(), () -> {});
        return this;
    }

    void stop() {
        if (operator != null) {
            operator.close();
            operator = null;
        }
    }

    /** Applies YAML into the scenario's namespace, as a user would. */
    void apply(String yaml) {
        var _ = install.apply(yaml, namespace + ".yaml", "-n", namespace, "--server-side");
    }

    String kubectl(String... arguments) {
        var all = new java.util.ArrayList<>(List.of("-n", namespace));
        all.addAll(List.of(arguments));
        return install.kubectl(all);
    }

    /** Waits with kubectl's own idea of Ready. */
    void ready(String resource) {
        var _ = kubectl("wait", "--for=condition=Ready", resource, "--timeout=60s");
    }

    GenericKubernetesResource get(String apiVersion, String kind, String name) {
        return client().genericKubernetesResources(apiVersion, kind)
                .inNamespace(namespace)
                .withName(name)
                .get();
    }

    /** Waits until the Ready condition has this reason. */
    Map<String, Object> reason(String apiVersion, String kind, String name, String reason) {
        await().atMost(PATIENCE)
                .untilAsserted(
                        () ->
                                assertThat(condition(get(apiVersion, kind, name)))
                                        .containsEntry("reason", reason));
        return condition(get(apiVersion, kind, name));
    }

    static Map<String, Object> condition(GenericKubernetesResource object) {
        List<Map<String, Object>> conditions =
                object == null ? null : object.get("status", "conditions");
        return conditions == null
                ? Map.of()
                : conditions.stream()
                        .filter(c -> "Ready".equals(c.get("type")))
                        .findFirst()
                        .orElse(Map.of());
    }

    /**
     * Writes of the operator on the named objects and about them since the mark, as {@code verb
     * resource}.
     */
    List<String> writes(AuditLog.Mark since, String... names) {
        return plane.audit().writesBy(OPERATOR, since).stream()
                .filter(e -> namespace.equals(e.namespace()))
                .filter(e -> Arrays.stream(names).anyMatch(n -> about(e.name(), n)))
                .map(Road::words)
                .toList();
    }

    private static String words(AuditLog.Event e) {
        var part = e.subresource().isEmpty() ? "" : "/" + e.subresource();
        return e.verb() + " " + e.resource() + part + (e.code() < 400 ? "" : " " + e.code());
    }

    /** An Event is named after its object. */
    private static boolean about(String name, String object) {
        return name.equals(object) || name.startsWith(object + ".");
    }

    @Override
    public void close() {
        stop();
        part.close();
    }
}
