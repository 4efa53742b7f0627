package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Operator;
import dev.dragoman.OperatorProcess;
import dev.dragoman.Patience;
import dev.dragoman.reconcile.EngineHealth;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Exchange;
import dev.dragoman.sandbox.azure.KeptExchanges;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.witness.Evidence;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionTimeoutException;

/**
 * The whole road for a scenario: the shared API server, a local Azure of its own, and the operator
 * under its own service account with the rights of {@code kubernetes/}.
 */
final class Road implements AutoCloseable {
    static {
        // an operator in this JVM takes any port, not the one of a pod
        System.setProperty("camel.management.port", "0");
    }

    static final String OPERATOR = AuditLog.serviceAccount("dragoman-system", "dragoman");
    private static final AtomicInteger NUMBER = new AtomicInteger();

    final ControlPlane plane;
    final Install install;
    final String namespace;
    final AzureSandbox azure;
    final Map<String, String> environment;
    private final AzurePart.RunningAzure part;
    private final boolean guest;
    private final Path kubeconfig;
    private Operator operator;

    Road(String name) {
        this(name, SharedControlPlane.shared());
    }

    /** On a control plane of the scenario's own, for those that break it. */
    Road(String name, ControlPlane plane) {
        this(name + "-" + NUMBER.incrementAndGet(), plane, new AzurePart().start(plane), false);
        azure.control().retryAfter(1);
        azure.control().operationDuration(".*", Duration.ofMillis(500));
    }

    /** The same namespace and the same Azure, which the other road closes, of another operator. */
    Road(Road other, ControlPlane plane) {
        this(other.namespace, plane, other.part, true);
        environment.putAll(other.environment);
    }

    private Road(String namespace, ControlPlane plane, AzurePart.RunningAzure part, boolean guest) {
        this.plane = plane;
        this.namespace = namespace;
        this.part = part;
        this.guest = guest;
        install = new Install(plane);
        boolean now = install.kindsAndRightsOnce(Install.sampleKinds());
        kubeconfig = install.operatorKubeconfig();
        azure = part.azure();
        environment = new HashMap<>(part.environment());
        environment.put("DRAGOMAN_LEADER_ELECTION", "false");
        environment.put("DRAGOMAN_MANAGEMENT_PORT", "0");
        environment.put("AZURE_TARGET_NAMESPACES", namespace);
        if (client().namespaces().withName(namespace).get() == null) {
            client().resource(
                            new NamespaceBuilder()
                                    .withNewMetadata()
                                    .withName(namespace)
                                    .endMetadata()
                                    .build())
                    .create();
            Install.grantSecrets(client(), namespace);
        }
        if (now) {
            kindsServed();
        }
    }

    /**
     * Waits until admission knows the kinds, which it learns a moment after they are established.
     */
    final void kindsServed() {
        var samples = Samples.group("orders", "orders") + "---\n" + Samples.account("sample");
        await().ignoreExceptionsInstanceOf(ControlPlaneException.class)
                .until(
                        () ->
                                !install.apply(
                                                samples,
                                                namespace + ".yaml",
                                                "-n",
                                                namespace,
                                                "--server-side",
                                                "--dry-run=server")
                                        .isEmpty());
    }

    KubernetesClient client() {
        return plane.client();
    }

    /** Starts the operator; its environment may be changed before. */
    Road start() {
        return start(Clock.systemUTC());
    }

    /** The same by another clock. */
    Road start(Clock clock) {
        var config = Config.fromKubeconfig(kubeconfig.toFile());
        operator = Operator.start(config, environment, clock, () -> {});
        return this;
    }

    /** How the operator reaches the API server. */
    Path kubeconfig() {
        return kubeconfig;
    }

    /** The operator as a process of its own, which may be killed; it logs to the file. */
    Process process(Path log) throws IOException {
        return process(log, kubeconfig, Map.of());
    }

    /** One of several such processes, with settings of its own. */
    Process process(Path log, Path cluster, Map<String, String> more) throws IOException {
        var all = new HashMap<>(environment);
        all.putAll(more);
        return OperatorProcess.start(log, cluster, all);
    }

    EngineHealth health() {
        return operator.health();
    }

    void stop() {
        if (operator != null) {
            Evidence.metrics(operator.metrics());
            operator.close();
            operator = null;
        }
    }

    /** Applies YAML into the scenario's namespace, as a user would. */
    void apply(String yaml) {
        var _ = install.apply(yaml, namespace + ".yaml", "-n", namespace, "--server-side");
    }

    /** The same for kinds that were installed just now, which admission learns a moment later. */
    void applyServed(String yaml) {
        await().ignoreExceptionsInstanceOf(ControlPlaneException.class)
                .until(
                        () ->
                                !install.apply(
                                                yaml,
                                                namespace + ".yaml",
                                                "-n",
                                                namespace,
                                                "--server-side")
                                        .isEmpty());
    }

    /** Applies as {@code kubectl apply} does without flags: the client computes the patch. */
    void applyByClient(String yaml) {
        var _ = install.apply(yaml, namespace + ".yaml", "-n", namespace);
    }

    String kubectl(String... arguments) {
        var all = new ArrayList<>(List.of("-n", namespace));
        all.addAll(List.of(arguments));
        return install.kubectl(all);
    }

    /** Waits with kubectl's own idea of Ready. */
    void ready(String resource) {
        try {
            var _ = kubectl("wait", "--for=condition=Ready", resource, Patience.timeout());
        } catch (ControlPlaneException e) {
            throw new AssertionError("%s%n%s".formatted(e.getMessage(), standing(resource)), e);
        }
    }

    /** For whoever reads why it is not as it should be. */
    private String standing(String resource) {
        return "it is:%n%s%nits events:%n%s%nlast sent to Azure:%n%s"
                .formatted(
                        kubectl("get", resource, "-o", "yaml"),
                        kubectl("get", "events"),
                        lastSent());
    }

    private String lastSent() {
        var all = azure.control().exchanges();
        return all.subList(Math.max(0, all.size() - 5), all.size()).stream()
                .map(each -> each.method() + " " + each.path() + " " + each.status())
                .collect(Collectors.joining("\n"));
    }

    GenericKubernetesResource get(String apiVersion, String kind, String name) {
        return client().genericKubernetesResources(apiVersion, kind)
                .inNamespace(namespace)
                .withName(name)
                .get();
    }

    /** Waits until the Ready condition has this reason. */
    Map<String, Object> reason(String apiVersion, String kind, String name, String reason) {
        try {
            await().untilAsserted(
                            () ->
                                    assertThat(condition(get(apiVersion, kind, name)))
                                            .containsEntry("reason", reason));
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    "%s%n%s%nthe operator is:%n%s"
                            .formatted(
                                    e.getMessage(),
                                    standing(kind.toLowerCase(Locale.ROOT) + "/" + name),
                                    operator == null ? "not here" : operator.health()),
                    e);
        }
        return condition(get(apiVersion, kind, name));
    }

    /** ARM id of the group of this name. */
    String group(String name) {
        return "/subscriptions/" + azure.subscriptionId() + "/resourceGroups/" + name;
    }

    /** What Azure has under the id at the JSON pointer; empty when there is nothing. */
    String azure(String id, String pointer) {
        return azure.control().get(id).map(r -> r.at(pointer).asText()).orElse("");
    }

    /** PUT requests for ids that end like this, oldest first. */
    List<Exchange> puts(String suffix) {
        return azure.control().exchanges().stream()
                .filter(e -> e.method().equals("PUT") && e.path().endsWith(suffix))
                .toList();
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
        if (!guest) {
            KeptExchanges.keep(azure.control(), namespace);
            part.close();
        }
    }
}
