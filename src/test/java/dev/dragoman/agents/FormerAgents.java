package dev.dragoman.agents;

import dev.dragoman.agents.decision.AgentNames;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A CDTarget and its agents, as the CDTarget operator leaves them while they run. */
final class FormerAgents {
    static final String NAME = "agents";

    static final String TARGET =
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

    private final AgentCluster targets;
    private final Path directory;

    FormerAgents(AgentCluster targets, Path directory) {
        this.targets = targets;
        this.directory = directory;
    }

    void make() {
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
}
