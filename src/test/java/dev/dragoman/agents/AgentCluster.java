package dev.dragoman.agents;

import static dev.dragoman.Patience.await;

import dev.dragoman.agents.decision.AgentNames;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.cluster.Account;
import dev.dragoman.cluster.OperatorCluster;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.devops.DevOps;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.net.URI;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A namespace with build agents, and the operator that serves it with the rights of {@code
 * kubernetes/base} and {@code kubernetes/cdtargets}.
 */
final class AgentCluster extends OperatorCluster {
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

    /** The organisation of all targets, in the place of that which their manifests name. */
    static final AzureSandbox AZURE = AzureSandbox.start(Options.of(Catalog.load()));

    private static final String CONTOSO = "https://dev.azure.com/contoso";
    final String portsNamespace;
    private final Map<String, Integer> pools = new HashMap<>();

    AgentCluster() {
        this(SharedControlPlane.shared());
    }

    AgentCluster(ControlPlane plane) {
        super(plane, Account.AGENTS, "agents");
        portsNamespace = "ports-" + namespace;
        make(namespace, Map.of());
        bare(portsNamespace, Map.of());
        for (var name : List.of("poc-pool", "pool-2", "Default")) {
            pools.put(name, devOps().pool(namespace, name));
        }
        environment.put("DRAGOMAN_CDTARGETS", "on");
        environment.put("DRAGOMAN_CDTARGETS_PORTS_NAMESPACE", portsNamespace);
        environment.put("DRAGOMAN_CA_FILE", AZURE.caPem().toString());
        environment.put("DRAGOMAN_CDTARGETS_HOSTS", URI.create(organisation()).getAuthority());
        environment.put("DRAGOMAN_CDTARGETS_POLL", "1s");
    }

    AgentCluster start() {
        start(cluster(), Clock.systemUTC());
        return this;
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

    @Override
    public void apply(String yaml) {
        super.apply(local(yaml));
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
        return find(apiVersion, kind, namespace, name);
    }

    GenericKubernetesResource deployment(String name) {
        return get("apps/v1", "Deployment", name).orElseThrow();
    }

    /** The condition of a type; empty while there is none. */
    Map<String, Object> condition(String name, String type) {
        return condition(target(name), type);
    }

    /** Waits until Ready has this reason, for the spec as it is. */
    Map<String, Object> reason(String name, String reason) {
        return settled(() -> target(name), reason);
    }

    private Optional<GenericKubernetesResource> target(String name) {
        return get(AgentNames.API_VERSION, AgentNames.KIND, name);
    }

    @Override
    public void close() {
        var left =
                client().genericKubernetesResources(AgentNames.API_VERSION, AgentNames.KIND)
                        .inNamespace(namespace);
        left.delete();
        if (started()) {
            await().until(() -> left.list().getItems().isEmpty());
        }
        stop();
        client().namespaces().withName(namespace).delete();
        client().namespaces().withName(portsNamespace).delete();
    }
}
