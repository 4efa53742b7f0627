package dev.dragoman.agents;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Operator;
import dev.dragoman.OperatorProcess;
import dev.dragoman.agents.decision.AgentNames;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.DevOps;
import dev.dragoman.sandbox.azure.Options;
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
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A namespace with build agents, and the operator that serves it with the rights of {@code
 * kubernetes/base} and {@code kubernetes/cdtargets}.
 */
final class AgentCluster implements AutoCloseable {
    static {
        System.setProperty("camel.management.port", "0");
    }

    /** As short as a CDTarget can be; lines of the spec may follow. */
    static final String TARGET =
            """
            apiVersion: cnad.gofound.nl/v1alpha1
            kind: CDTarget
            metadata: { name: agents }
            spec:
              additionalSelector: { app: build-agents }
              agentImage: example.com/agent:1
              config: { url: "https://dev.azure.com/contoso", poolName: poc-pool }
              tokenRef: cdtarget-token
            """;

    static final String OPERATOR = AuditLog.serviceAccount("dragoman-system", "dragoman");

    /** The organisation of all targets, in the place of that which their manifests name. */
    static final AzureSandbox AZURE = AzureSandbox.start(Options.of(Catalog.load()));

    private static final String CONTOSO = "https://dev.azure.com/contoso";
    private static final AtomicInteger NUMBER = new AtomicInteger();

    final ControlPlane plane;
    final Install install;
    final String namespace = "agents-" + NUMBER.incrementAndGet();
    final String portsNamespace = "ports-" + namespace;
    final Map<String, String> environment = new HashMap<>();
    private final Map<String, Integer> pools = new HashMap<>();
    private Operator operator;

    AgentCluster() {
        this(SharedControlPlane.shared());
    }

    AgentCluster(ControlPlane plane) {
        this.plane = plane;
        this.install = new Install(plane);
        install.kindsAndRightsOnce(Install.sampleKinds());
        install.cdtargets();
        for (var name : List.of(namespace, portsNamespace)) {
            client().resource(
                            new NamespaceBuilder()
                                    .withNewMetadata()
                                    .withName(name)
                                    .endMetadata()
                                    .build())
                    .create();
        }
        Install.grantSecrets(client(), namespace);
        for (var name : List.of("poc-pool", "pool-2", "Default")) {
            pools.put(name, devOps().pool(namespace, name));
        }
        environment.put("DRAGOMAN_LEADER_ELECTION", "false");
        environment.put("DRAGOMAN_MANAGEMENT_PORT", "0");
        environment.put("DRAGOMAN_CDTARGETS", "on");
        environment.put("DRAGOMAN_CDTARGETS_PORTS_NAMESPACE", portsNamespace);
        environment.put("AZURE_TARGET_NAMESPACES", namespace);
        environment.put("DRAGOMAN_CA_FILE", AZURE.caPem().toString());
        environment.put("DRAGOMAN_CDTARGETS_HOSTS", URI.create(organisation()).getAuthority());
        environment.put("DRAGOMAN_CDTARGETS_POLL", "1s");
    }

    AgentCluster start() {
        operator =
                Operator.start(
                        Config.fromKubeconfig(install.operatorKubeconfig().toFile()),
                        environment,
                        Clock.systemUTC(),
                        () -> {});
        return this;
    }

    /** The same as a process of its own. */
    Process process(Path log, String... options) throws IOException {
        return OperatorProcess.start(log, install.operatorKubeconfig(), environment, options);
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

    /** Of this test alone: others have pools of the same names. */
    private String organisation() {
        return AZURE.organisation(namespace);
    }

    DevOps devOps() {
        return AZURE.devOps();
    }

    /** Id of a pool, which the token of {@link #token} opens. */
    int pool(String name) {
        return pools.get(name);
    }

    /** With the sandbox's organisation in the place of contoso. */
    String local(String yaml) {
        return yaml.replace(CONTOSO, organisation());
    }

    void apply(String yaml) {
        var _ = install.apply(local(yaml), namespace + ".yaml", "-n", namespace, "--server-side");
    }

    String kubectl(String... arguments) {
        var all = new ArrayList<>(List.of("-n", namespace));
        all.addAll(List.of(arguments));
        return install.kubectl(all);
    }

    void token(String value) {
        devOps().organisation(namespace, value);
        secret("cdtarget-token", "AZP_TOKEN", value);
    }

    void secret(String name, String key, String value) {
        apply(
                """
                apiVersion: v1
                kind: Secret
                metadata: { name: %s }
                stringData: { %s: "%s" }
                """
                        .formatted(name, key, value));
    }

    void ports(String lines) {
        var _ =
                install.apply(
                        """
                        apiVersion: v1
                        kind: ConfigMap
                        metadata: { name: cdtarget-ports }
                        data:
                          ports: |
                        %s
                        """
                                .formatted(lines.indent(4)),
                        portsNamespace + ".yaml",
                        "-n",
                        portsNamespace,
                        "--server-side");
    }

    Optional<GenericKubernetesResource> get(String apiVersion, String kind, String name) {
        return Optional.ofNullable(
                client().genericKubernetesResources(apiVersion, kind)
                        .inNamespace(namespace)
                        .withName(name)
                        .get());
    }

    GenericKubernetesResource deployment(String name) {
        return get("apps/v1", "Deployment", name).orElseThrow();
    }

    /** The condition of a type; empty while there is none. */
    Map<String, Object> condition(String name, String type) {
        return get(AgentNames.API_VERSION, AgentNames.KIND, name)
                .map(each -> each.<List<Map<String, Object>>>get("status", "conditions"))
                .stream()
                .flatMap(List::stream)
                .filter(each -> type.equals(each.get("type")))
                .findFirst()
                .orElse(Map.of());
    }

    /** Waits until Ready has this reason, for the spec as it is. */
    Map<String, Object> reason(String name, String reason) {
        await().untilAsserted(
                        () -> {
                            var object =
                                    get(AgentNames.API_VERSION, AgentNames.KIND, name)
                                            .orElseThrow();
                            assertThat(condition(name, "Ready")).containsEntry("reason", reason);
                            assertThat(
                                            ((Number)
                                                            condition(name, "Ready")
                                                                    .get("observedGeneration"))
                                                    .longValue())
                                    .isEqualTo(object.getMetadata().getGeneration());
                        });
        return condition(name, "Ready");
    }

    /** What the operator wrote since, without the Lease. */
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
        var left =
                client().genericKubernetesResources(AgentNames.API_VERSION, AgentNames.KIND)
                        .inNamespace(namespace);
        left.delete();
        if (operator != null) {
            await().until(() -> left.list().getItems().isEmpty());
        }
        stop();
        client().namespaces().withName(namespace).delete();
        client().namespaces().withName(portsNamespace).delete();
        // it would hide which rights the operator needs elsewhere
        var _ = client().rbac().clusterRoleBindings().withName("dragoman-cdtargets").delete();
    }
}
