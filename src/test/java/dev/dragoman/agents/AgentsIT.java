package dev.dragoman.agents;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.Patience;
import dev.dragoman.agents.decision.AgentNames;
import dev.dragoman.cluster.Backup;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CDTargets on the real API server, with the kinds of KEDA. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Landing
@ResourceLock("agents")
class AgentsIT {
    private static final String NAME = "agents";
    private static final String KEDA = "keda.sh/v1alpha1";

    /** In the shape of the predecessor's sample. */
    private static final String TARGET =
            AgentCluster.TARGET
                    + """
                        imagePullSecrets: [ { name: pull } ]
                        env: [ { name: INFO, value: example } ]
                        ip: [ 10.20.0.1, 10.20.0.2 ]
                        minReplicaCount: 1
                        maxReplicaCount: 5
                        triggerMeta: { demands: "java" }
                      """;

    private AgentCluster targets;

    @BeforeEach
    void start() {
        targets = new AgentCluster();
    }

    @AfterEach
    void stop() {
        targets.close();
    }

    private List<String> allowed(String policy) {
        return targets.get("networking.k8s.io/v1", "NetworkPolicy", policy).stream()
                .map(each -> String.valueOf(each.<Object>get("spec", "egress")))
                .toList();
    }

    private static String annotation(GenericKubernetesResource deployment) {
        return String.valueOf(
                deployment.<Object>get(
                        "spec", "template", "metadata", "annotations", "dragoman.dev/inputs"));
    }

    @Test
    @Order(2)
    void costsEightWritesAndAnotherLookNone() {
        targets.install.kindsOfKeda();
        targets.token("hunter2");
        targets.start();
        var mark = targets.plane.audit().mark();
        targets.apply(TARGET);
        targets.reason(NAME, "Reconciled");
        await().until(() -> targets.writes(mark).contains("create events"));
        assertThat(targets.writes(mark))
                .containsExactly(
                        "patch cdtargets",
                        "patch networkpolicies",
                        "patch networkpolicies",
                        "patch configmaps",
                        "patch triggerauthentications",
                        "patch deployments",
                        "patch scaledobjects",
                        "patch cdtargets",
                        "create events");
        var later = targets.plane.audit().mark();
        targets.stop();
        targets.start();
        targets.apply(TARGET.replace("name: agents", "name: others").replace("poc-pool", "pool-2"));
        targets.reason("others", "Reconciled");
        // the Event comes last
        await().until(() -> targets.writes(later).contains("create events"));
        assertThat(targets.writes(later))
                .as("of the second one alone")
                .hasSize(9)
                .filteredOn(each -> each.contains("deployments"))
                .hasSize(1);
    }

    /** The API server stores no empty list of openings; that is no difference. */
    @Test
    @Order(12)
    void withoutTargetsNothingIsOpenAndNothingIsWrittenAgain() {
        targets.install.kindsOfKeda();
        targets.token("hunter2");
        targets.start();
        targets.apply(AgentCluster.TARGET);
        targets.reason(NAME, "Reconciled");
        assertThat(allowed(NAME)).containsExactly("null");
        var mark = targets.plane.audit().mark();
        assertThat(Patience.settled(Duration.ofSeconds(3), () -> targets.writes(mark)))
                .doesNotContain("patch networkpolicies");

        // what somebody else opens is closed again
        targets.kubectl(
                "patch",
                "networkpolicy",
                NAME,
                "--type=merge",
                "-p",
                "{\"spec\":{\"egress\":[{\"to\":[{\"ipBlock\":{\"cidr\":\"10.9.9.9/32\"}}]}]}}");
        await().until(() -> allowed(NAME).equals(List.of("null")));
    }

    /** What was asked is not what is in force. */
    @Test
    @Order(13)
    void aPolicyThatAdmissionWidensStartsNoAgents() {
        targets.install.kindsOfKeda();
        targets.token("hunter2");
        targets.mutates(
                "/spec/egress",
                "[{'to': [{'ipBlock': {'cidr': '0.0.0.0/0'}}]}]",
                """
                apiVersion: networking.k8s.io/v1
                kind: NetworkPolicy
                metadata: { name: probe-NAME }
                spec: { podSelector: {}, policyTypes: [ Egress ] }
                """);
        targets.start();
        targets.apply(TARGET);
        assertThat(targets.reason(NAME, "PolicyWidened").get("message"))
                .asString()
                .contains("NetworkPolicy agents", "spec.egress", "MutatingAdmissionPolicy");
        var mark = targets.plane.audit().mark();
        targets.apply(TARGET.replace("maxReplicaCount: 5", "maxReplicaCount: 6"));
        targets.reason(NAME, "PolicyWidened");
        assertThat(Patience.settled(Duration.ofSeconds(3), () -> targets.writes(mark)))
                .doesNotContain("patch networkpolicies");
        assertThat(targets.get("apps/v1", "Deployment", NAME)).isEmpty();
    }

    @Test
    @Order(3)
    void aChangeOfAnythingThatAgentsReadRollsOut() {
        targets.install.kindsOfKeda();
        targets.start();
        targets.apply(TARGET);
        assertThat(targets.reason(NAME, "TokenMissing").get("message"))
                .asString()
                .contains("there is no Secret cdtarget-token");
        assertThat(targets.get("apps/v1", "Deployment", NAME)).isEmpty();
        assertThat(allowed(NAME)).singleElement().asString().contains("10.20.0.1/32");

        targets.token("hunter2");
        targets.reason(NAME, "Reconciled");
        var first = annotation(targets.deployment(NAME));
        targets.token("hunter3");
        await().until(() -> !annotation(targets.deployment(NAME)).equals(first));
        var second = annotation(targets.deployment(NAME));
        targets.apply(
                TARGET.replace("agent:1", "agent:2")
                        .replace("poolName: poc-pool", "poolName: Default"));
        targets.reason(NAME, "Reconciled");
        assertThat(annotation(targets.deployment(NAME))).isNotEqualTo(second);
        assertThat(
                        targets.deployment(NAME)
                                .<String>get("spec", "template", "spec", "containers", 0, "image"))
                .isEqualTo("example.com/agent:2");
        assertThat(targets.get(KEDA, "TriggerAuthentication", "agents-trigger-auth")).isPresent();
        assertThat(targets.get(KEDA, "TriggerAuthentication", "poc-pool-trigger-auth"))
                .as("not used any more")
                .isEmpty();
    }

    /** A backup brings no owner references; managedFields may be lost too. */
    @ParameterizedTest(name = "managedFields restored: {0}")
    @ValueSource(booleans = {true, false})
    @Order(14)
    void whatABackupBringsIsKnownAgain(boolean managed) {
        targets.install.kindsOfKeda();
        targets.token("hunter2");
        targets.start();
        targets.apply(TARGET);
        targets.reason(NAME, "Reconciled");
        targets.stop();
        var backup =
                new Backup(targets.client())
                        .save(targets.namespace, "v1", "ConfigMap")
                        .save(targets.namespace, "networking.k8s.io/v1", "NetworkPolicy")
                        .save(targets.namespace, "apps/v1", "Deployment")
                        .save(targets.namespace, KEDA, "ScaledObject", "TriggerAuthentication")
                        .save(targets.namespace, "cnad.gofound.nl/v1alpha1", "CDTarget");
        backup.lose();
        backup.restore(managed);
        var restored = targets.deployment(NAME).getMetadata();
        targets.start();
        targets.reason(NAME, "Reconciled");
        assertThat(targets.deployment(NAME).getMetadata().getUid()).isEqualTo(restored.getUid());
        assertThat(targets.deployment(NAME).getMetadata().getOwnerReferences()).hasSize(1);
    }

    /** Each variable counts twice: by its value, and by who has set it. */
    @Test
    @Order(13)
    void aDeploymentThatTheClusterCannotStoreIsToldOf() {
        targets.install.kindsOfKeda();
        targets.token("hunter2");
        targets.start();
        var variables =
                IntStream.range(0, 14000)
                        .mapToObj(
                                "{ name: VARIABLE_WITH_A_LONG_NAME_%05d, value: example }"
                                        ::formatted)
                        .collect(Collectors.joining(", "));
        targets.apply(AgentCluster.TARGET + "  env: [ %s ]\n".formatted(variables));
        assertThat(targets.reason(NAME, "TooLarge").get("message"))
                .asString()
                .contains("Deployment")
                .contains("larger than the cluster's store takes")
                .doesNotContain("VARIABLE");
        assertThat(targets.get("apps/v1", "Deployment", NAME)).isEmpty();
        // nor what it takes for something else
        targets.apply(AgentCluster.TARGET + "  agentResources: { limits: all }\n");
        assertThat(targets.reason(NAME, "Invalid").get("message"))
                .asString()
                .contains("resources.limits: expected map");
        targets.apply(AgentCluster.TARGET);
        targets.reason(NAME, "Reconciled");
    }

    @Test
    @Order(4)
    void portsAreTheAdministratorsAndChangeAtOnce() {
        targets.install.kindsOfKeda();
        targets.token("hunter2");
        targets.start();
        targets.apply(TARGET);
        targets.reason(NAME, "Reconciled");
        assertThat(allowed(NAME).getFirst()).contains("5986");
        targets.ports("8443/tcp");
        await().until(() -> allowed(NAME).getFirst().contains("8443"));
        assertThat(allowed(NAME).getFirst()).doesNotContain("5986");
        targets.ports("https");
        assertThat(targets.reason(NAME, "InvalidPorts").get("message"))
                .asString()
                .contains("line 1")
                .contains("stay open");
        assertThat(allowed(NAME).getFirst()).contains("8443");
        targets.ports("9443/tcp");
        targets.reason(NAME, "Reconciled");
        assertThat(allowed(NAME).getFirst()).contains("9443").doesNotContain("8443");
    }

    @Test
    @Order(5)
    void whatSomebodyChangesIsPutBackAndReplicasAreLeftAlone() {
        targets.install.kindsOfKeda();
        targets.token("hunter2");
        targets.start();
        targets.apply(TARGET);
        targets.reason(NAME, "Reconciled");
        // as the autoscaler does
        targets.client()
                .apps()
                .deployments()
                .inNamespace(targets.namespace)
                .withName(NAME)
                .scale(3);
        targets.kubectl("delete", "networkpolicy", "agents-pool");
        await().until(() -> !allowed("agents-pool").isEmpty());
        targets.kubectl(
                "patch",
                "networkpolicy",
                NAME,
                "--type=merge",
                "-p",
                "{\"spec\":{\"egress\":[{}]}}");
        await().until(() -> allowed(NAME).getFirst().contains("10.20.0.1/32"));
        targets.apply(TARGET.replace("agent:1", "agent:2"));
        await().until(() -> targets.deployment(NAME).toString().contains("agent:2"));
        assertThat(targets.deployment(NAME).<Integer>get("spec", "replicas")).isEqualTo(3);
    }

    @Test
    @Order(6)
    void badTargetsAreNamedAndTheGoodOnesStayOpen() {
        targets.install.kindsOfKeda();
        targets.token("hunter2");
        targets.start();
        targets.apply(
                TARGET.replace(
                        "[ 10.20.0.1, 10.20.0.2 ]",
                        "[ 10.20.0.1, 010.0.0.1, 10.0.0.5/24, 169.254.169.254, 0.0.0.0/0 ]"));
        assertThat(targets.reason(NAME, "InvalidTargets").get("message"))
                .asString()
                .contains("ip[1] '010.0.0.1'", "ip[2]", "ip[3]", "ip[4]");
        assertThat(allowed(NAME).getFirst())
                .contains("10.20.0.1/32")
                .doesNotContain("169.254")
                .doesNotContain("0.0.0.0");
        assertThat(targets.deployment(NAME)).isNotNull();
    }

    @Test
    @Order(7)
    void jobsTakeThePlaceOfADeploymentAndBack() {
        targets.install.kindsOfKeda();
        targets.token("hunter2");
        targets.start();
        targets.apply(TARGET);
        targets.reason(NAME, "Reconciled");
        targets.apply(TARGET + "  scaling: ScaledJob\n");
        targets.reason(NAME, "Reconciled");
        assertThat(targets.get(KEDA, "ScaledJob", NAME)).isPresent();
        await().until(
                        () ->
                                targets.get("apps/v1", "Deployment", NAME).isEmpty()
                                        && targets.get(KEDA, "ScaledObject", NAME).isEmpty());
        targets.apply(TARGET + "  scaling: ScaledObject\n");
        targets.reason(NAME, "Reconciled");
        assertThat(targets.deployment(NAME)).isNotNull();
        await().until(() -> targets.get(KEDA, "ScaledJob", NAME).isEmpty());
    }

    @Test
    @Order(8)
    void whatBelongsToOthersIsLeftAlone() {
        targets.install.kindsOfKeda();
        targets.token("hunter2");
        targets.kubectl("create", "configmap", "agents-config", "--from-literal=a=b");
        targets.start();
        targets.apply(TARGET);
        assertThat(targets.reason(NAME, "NotOurs").get("message"))
                .asString()
                .contains("agents-config");
        assertThat(
                        targets.client()
                                .configMaps()
                                .inNamespace(targets.namespace)
                                .withName("agents-config")
                                .get()
                                .getData())
                .isEqualTo(Map.of("a", "b"));
        targets.kubectl("delete", "configmap", "agents-config");
        targets.reason(NAME, "Reconciled");
    }

    /** A pod on a machine, where it has time to end. */
    private String running() {
        var pods =
                targets.client()
                        .pods()
                        .inNamespace(targets.namespace)
                        .withLabel("app", "build-agents");
        await().until(() -> !pods.list().getItems().isEmpty());
        var name = pods.list().getItems().getFirst().getMetadata().getName();
        targets.client()
                .bindings()
                .inNamespace(targets.namespace)
                .resource(
                        new BindingBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .endMetadata()
                                .withNewTarget()
                                .withKind("Node")
                                .withName("a-node")
                                .endTarget()
                                .build())
                .create();
        return name;
    }

    @Test
    @Order(9)
    void agentsEndBeforeWhatRestrictsThemGoes() {
        targets.install.kindsOfKeda();
        targets.token("hunter2");
        targets.start();
        targets.apply(TARGET);
        targets.reason(NAME, "Reconciled");
        var pod = running();
        targets.kubectl("delete", "cdtarget", NAME, "--wait=false");
        assertThat(targets.reason(NAME, "AgentsEnding").get("message"))
                .asString()
                .contains("Deployment agents");
        await().until(
                        () ->
                                targets.client()
                                                .pods()
                                                .inNamespace(targets.namespace)
                                                .withName(pod)
                                                .get()
                                                .getMetadata()
                                                .getDeletionTimestamp()
                                        != null);
        targets.stop();
        targets.start();
        targets.reason(NAME, "AgentsEnding");
        assertThat(allowed(NAME).getFirst()).contains("10.20.0.1/32");
        assertThat(allowed("agents-pool")).isNotEmpty();

        targets.kubectl("delete", "pod", pod, "--grace-period=0", "--force");
        await().until(
                        () ->
                                targets.get(AgentNames.API_VERSION, AgentNames.KIND, NAME).isEmpty()
                                        && allowed(NAME).isEmpty()
                                        && targets.get(KEDA, "ScaledObject", NAME).isEmpty());
    }

    @Test
    @Order(10)
    void whatIsToOutliveTheTargetStays() {
        targets.install.kindsOfKeda();
        targets.token("hunter2");
        targets.start();
        targets.apply(TARGET);
        targets.reason(NAME, "Reconciled");
        collectorIsUpToDate();
        targets.kubectl("delete", "cdtarget", NAME, "--cascade=orphan");
        assertThat(targets.deployment(NAME).getMetadata().getDeletionTimestamp()).isNull();
        assertThat(targets.deployment(NAME).getMetadata().getOwnerReferences()).isEmpty();
        assertThat(allowed(NAME)).isNotEmpty();
    }

    /**
     * Waits until the garbage collector has seen what was made so far: it orphans only objects that
     * it knows. It sees the changes of a kind in their order, so it is enough that it deletes
     * objects of these kinds that are made now, with an owner that does not exist.
     */
    private void collectorIsUpToDate() {
        var owned =
                """
                metadata:
                  name: collected
                  ownerReferences:
                    - {apiVersion: v1, kind: ConfigMap, name: none, uid: 6f7d0d0e-5f3c-4c55-9d5e-0d1b6f0c7a11}
                """;
        targets.apply(
                """
                apiVersion: apps/v1
                kind: Deployment
                %sspec:
                  replicas: 0
                  selector: {matchLabels: {a: b}}
                  template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: a}]}}
                ---
                apiVersion: networking.k8s.io/v1
                kind: NetworkPolicy
                %sspec: {podSelector: {matchLabels: {a: b}}}
                """
                        .formatted(owned, owned));
        await().until(
                        () ->
                                targets.get("apps/v1", "Deployment", "collected").isEmpty()
                                        && targets.get(
                                                        "networking.k8s.io/v1",
                                                        "NetworkPolicy",
                                                        "collected")
                                                .isEmpty());
    }

    /** Its values become part of what a Deployment and policies select by. */
    @Test
    @Order(11)
    void whatIsNoLabelIsRefused() {
        assertThatThrownBy(
                        () ->
                                targets.apply(
                                        TARGET.replace(
                                                "app: build-agents", "app: 'a\", \"b\": \"c'")))
                .hasMessageContaining("additionalSelector");
    }
}
