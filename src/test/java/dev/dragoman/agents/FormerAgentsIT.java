package dev.dragoman.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dragoman.agents.decision.AgentNames;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** An installation of the CDTarget operator, taken over while its agents run. */
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("agents")
class FormerAgentsIT {
    private static final String NAME = "agents";

    private static final String TARGET =
            AgentCluster.TARGET
                    + """
                        env: [ { name: INFO, value: example } ]
                        ip: [ 10.20.0.1 ]
                        minReplicaCount: 1
                        maxReplicaCount: 5
                      """;

    /** As the predecessor makes them, by their shape in its documentation. */
    private static final String MADE =
            """
            apiVersion: networking.k8s.io/v1
            kind: NetworkPolicy
            metadata: { name: agents, labels: { app: build-agents } }
            spec:
              podSelector: { matchLabels: { app: build-agents } }
              egress:
              - ports: [ { protocol: TCP, port: 443 }, { protocol: UDP, port: 443 } ]
                to: [ { ipBlock: { cidr: 10.20.0.1/32 } } ]
            ---
            apiVersion: networking.k8s.io/v1
            kind: NetworkPolicy
            metadata: { name: agents-pool, labels: { app: build-agents } }
            spec:
              podSelector: { matchLabels: { app: build-agents } }
              policyTypes: [ Egress ]
              egress: [ {}, { ports: [ { protocol: TCP, port: 443 } ], to: [ { ipBlock: { cidr: 13.107.6.0/24 } } ] } ]
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: { name: agents-config, labels: { app: build-agents } }
            data: { AZP_POOL: poc-pool, AZP_URL: "https://dev.azure.com/contoso", AZP_WORK: "", AZP_AGENT_NAME: "", AGENT_MTU_VALUE: "" }
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: { name: agents, labels: { app: build-agents } }
            spec:
              replicas: 1
              selector: { matchLabels: { app: build-agents } }
              template:
                metadata: { labels: { app: build-agents } }
                spec:
                  dnsConfig: {}
                  containers:
                  - name: agent
                    image: example.com/agent:1
                    env:
                    - { name: AZP_URL, valueFrom: { configMapKeyRef: { name: agents-config, key: AZP_URL } } }
                    - { name: AZP_TOKEN, valueFrom: { secretKeyRef: { name: cdtarget-token, key: AZP_TOKEN } } }
                    - { name: INFO, value: example }
            ---
            apiVersion: keda.sh/v1alpha1
            kind: ScaledObject
            metadata: { name: agents, labels: { app: build-agents } }
            spec:
              scaleTargetRef: { name: agents }
              minReplicaCount: 1
              maxReplicaCount: 5
              triggers:
              - type: azure-pipelines
                metadata: { poolName: poc-pool, organizationURLFromEnv: AZP_URL }
                authenticationRef: { name: poc-pool-trigger-auth }
            """;

    /** Which the predecessor leaves without an owner. */
    private static final String AUTHENTICATION =
            """
            apiVersion: keda.sh/v1alpha1
            kind: TriggerAuthentication
            metadata: { name: poc-pool-trigger-auth, labels: { app: build-agents } }
            spec: { secretTargetRef: [ { parameter: personalAccessToken, name: cdtarget-token, key: AZP_TOKEN } ] }
            """;

    @TempDir private Path directory;
    private AgentCluster targets;

    @BeforeEach
    void install() {
        targets = new AgentCluster();
        targets.install.kindsOfKeda();
        targets.token("hunter2");
        targets.apply(TARGET);
        var owner = targets.get(AgentNames.API_VERSION, AgentNames.KIND, NAME).orElseThrow();
        for (var yaml : MADE.split("---\n", -1)) {
            create(yaml, owner.getMetadata().getUid());
        }
        create(AUTHENTICATION, "");
        // as the autoscaler does
        targets.client()
                .apps()
                .deployments()
                .inNamespace(targets.namespace)
                .withName(NAME)
                .scale(3);
    }

    @AfterEach
    void stop() {
        targets.close();
    }

    private void create(String yaml, String owner) {
        var object = Serialization.unmarshal(targets.local(yaml), GenericKubernetesResource.class);
        object.getMetadata().setNamespace(targets.namespace);
        if (!owner.isEmpty()) {
            object.getMetadata()
                    .setOwnerReferences(
                            List.of(
                                    new OwnerReferenceBuilder()
                                            .withApiVersion(AgentNames.API_VERSION)
                                            .withKind(AgentNames.KIND)
                                            .withName(NAME)
                                            .withUid(owner)
                                            .withController(true)
                                            .withBlockOwnerDeletion(true)
                                            .build()));
        }
        var file = directory.resolve("made.json");
        try {
            Files.writeString(file, Serialization.asJson(object));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // a POST, as the predecessor's client makes it: no apply
        targets.kubectl("create", "-f", file.toString(), "--field-manager=manager");
    }

    /** uid of each object that the predecessor made. */
    private Map<String, String> uids() {
        var uids = new TreeMap<String, String>();
        uid(uids, "networking.k8s.io/v1", "NetworkPolicy", NAME);
        uid(uids, "networking.k8s.io/v1", "NetworkPolicy", "agents-pool");
        uid(uids, "v1", "ConfigMap", "agents-config");
        uid(uids, "apps/v1", "Deployment", NAME);
        uid(uids, "keda.sh/v1alpha1", "ScaledObject", NAME);
        uid(uids, "keda.sh/v1alpha1", "TriggerAuthentication", "poc-pool-trigger-auth");
        return uids;
    }

    private void uid(Map<String, String> uids, String apiVersion, String kind, String name) {
        uids.put(
                kind + "/" + name,
                targets.get(apiVersion, kind, name).orElseThrow().getMetadata().getUid());
    }

    private Object template() {
        return targets.deployment(NAME).get("spec", "template");
    }

    private String pool() {
        return String.valueOf(
                targets.get("networking.k8s.io/v1", "NetworkPolicy", "agents-pool")
                        .orElseThrow()
                        .<Object>get("spec", "egress"));
    }

    @Test
    void itsObjectsAreKeptAndNoAgentStartsAnew() {
        var before = uids();
        var template = template();
        assertThat(pool()).startsWith("[{}");
        targets.start();
        targets.reason(NAME, "Reconciled");
        assertThat(uids()).isEqualTo(before);
        assertThat(template()).as("the pods go on").isEqualTo(template);
        assertThat(targets.deployment(NAME).<Integer>get("spec", "replicas")).isEqualTo(3);
        assertThat(pool()).as("nothing is open that is not listed").doesNotContain("{}");
        assertThat(targets.condition(NAME, "RolledOut"))
                .containsEntry("status", "False")
                .containsEntry("reason", "RolloutWaits");
        assertThat(
                        targets.get(
                                        "keda.sh/v1alpha1",
                                        "TriggerAuthentication",
                                        "agents-trigger-auth")
                                .orElseThrow()
                                .getMetadata()
                                .getOwnerReferences())
                .as("the other one has no owner, and is nobody's")
                .hasSize(1);

        var later = targets.plane.audit().mark();
        targets.stop();
        targets.start();
        targets.secret("other", "AZP_TOKEN", "hunter3");
        targets.apply(TARGET.replace("name: agents", "name: others").replace("poc-pool", "pool-2"));
        targets.reason("others", "Reconciled");
        assertThat(targets.writes(later)).as("of the other one alone").hasSize(9);
        assertThat(template()).isEqualTo(template);
    }

    @Test
    void theNextChangeRollsOutAndLeavesNothingOfThePredecessor() {
        targets.start();
        targets.reason(NAME, "Reconciled");
        targets.apply(TARGET.replace("[ { name: INFO, value: example } ]", "[]"));
        await().atMost(AgentCluster.PATIENCE)
                .until(() -> String.valueOf(template()).contains("dragoman.dev/inputs"));
        assertThat(String.valueOf(template())).doesNotContain("INFO");
        assertThat(targets.deployment(NAME).<Integer>get("spec", "replicas")).isEqualTo(3);
        await().atMost(AgentCluster.PATIENCE)
                .until(() -> targets.condition(NAME, "RolledOut").isEmpty());
        assertThat(
                        targets.deployment(NAME).getMetadata().getManagedFields().stream()
                                .filter(each -> each.getManager().equals("manager"))
                                .filter(each -> each.getSubresource() == null)
                                .map(each -> each.getFieldsV1().toString()))
                .noneMatch(each -> each.contains("f:template"));
    }

    @Test
    void itRollsOutWhenItIsAskedTo() {
        targets.start();
        targets.reason(NAME, "Reconciled");
        targets.kubectl("annotate", "cdtarget", NAME, "dragoman.dev/roll-out=now");
        await().atMost(AgentCluster.PATIENCE)
                .until(() -> String.valueOf(template()).contains("dragoman.dev/inputs"));
    }
}
