package dev.dragoman.agents;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.DocumentedCommands;
import dev.dragoman.Patience;
import dev.dragoman.agents.decision.AgentNames;
import dev.dragoman.tier.Full;
import dev.dragoman.tier.Landing;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What the pool says of agents, on their pods. */
@ResourceLock("agents")
class BusyAgentsIT {
    private static final String NAME = "agents";
    private static final String KEDA = "keda.sh/v1alpha1";
    private static final String TARGET = AgentCluster.TARGET + "  minReplicaCount: 1\n";

    /** Nobody labels pods of the namespace. */
    private static final String REFUSAL =
            """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata: { name: NAMESPACE }
            spec:
              matchConstraints:
                resourceRules:
                - { apiGroups: [ "" ], apiVersions: [ v1 ], operations: [ UPDATE ], resources: [ pods ] }
              validations: [ { expression: "false", message: not here } ]
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicyBinding
            metadata: { name: NAMESPACE }
            spec:
              policyName: NAMESPACE
              validationActions: [ Deny ]
              matchResources:
                namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: NAMESPACE } }
            """;

    private AgentCluster targets;

    @BeforeEach
    void start() {
        targets = new AgentCluster();
        targets.install.kindsOfKeda();
        targets.token("hunter2");
        targets.start();
    }

    @AfterEach
    void stop() {
        targets.close();
    }

    private Map<String, String> marks(String pod) {
        var metadata =
                targets.client()
                        .pods()
                        .inNamespace(targets.namespace)
                        .withName(pod)
                        .get()
                        .getMetadata();
        var marks = new HashMap<String, String>();
        marks.put("busy", metadata.getLabels().getOrDefault("dragoman.dev/busy", ""));
        var annotations = Optional.ofNullable(metadata.getAnnotations()).orElse(Map.of());
        marks.put(
                "cost", annotations.getOrDefault("controller.kubernetes.io/pod-deletion-cost", ""));
        boolean busy = !marks.get("cost").isEmpty();
        assertThat(annotations.get("cluster-autoscaler.kubernetes.io/safe-to-evict"))
                .isEqualTo(busy ? "false" : null);
        assertThat(annotations.get("karpenter.sh/do-not-disrupt")).isEqualTo(busy ? "true" : null);
        return marks;
    }

    @Landing
    @Test
    void busyAgentsAreCountedAndSparedAndThoseThatAreGoneLeaveThePool() {
        targets.apply(TARGET.replace("minReplicaCount: 1", "minReplicaCount: 2"));
        targets.reason(NAME, "Reconciled");
        var scaled = targets.get(KEDA, "ScaledObject", NAME).orElseThrow();
        assertThat(scaled.<String>get("spec", "advanced", "scalingModifiers", "formula"))
                .isEqualTo("queue + busy");
        var names = pods(2);
        int pool = targets.pool("poc-pool");
        var uid =
                targets.get(AgentNames.API_VERSION, AgentNames.KIND, NAME)
                        .orElseThrow()
                        .getMetadata()
                        .getUid();
        names.forEach(each -> targets.devOps().register(pool, each, "CDTARGET_UID=" + uid));
        int job = targets.devOps().queue(pool);
        assertThat(targets.devOps().assign(pool)).isEqualTo(1);
        await().until(
                        () ->
                                marks(names.getFirst())
                                        .equals(Map.of("busy", "agents", "cost", "1000")));
        assertThat(marks(names.getLast())).isEqualTo(Map.of("busy", "", "cost", ""));
        assertThat(targets.condition(NAME, "BusyAgentsSpared")).isEmpty();
        targets.devOps().finish(job);
        await().until(() -> marks(names.getFirst()).equals(Map.of("busy", "", "cost", "")));

        targets.devOps().revoke(targets.namespace, "hunter2");
        await().untilAsserted(
                        () ->
                                assertThat(targets.condition(NAME, "BusyAgentsSpared"))
                                        .containsEntry("reason", "PoolRefused"));
        assertThat(targets.condition(NAME, "Ready")).containsEntry("status", "True");
        targets.token("hunter2");
        await().until(() -> targets.condition(NAME, "BusyAgentsSpared").isEmpty());

        // one has signed off, the other was killed
        targets.devOps().remove(pool, names.getFirst());
        targets.devOps().offline(pool, names.getLast());
        // of the same name in another cluster
        targets.devOps().register(pool, "agents-798db967fc-nsvj6", "CDTARGET_UID=other");
        targets.devOps().offline(pool, "agents-798db967fc-nsvj6");
        targets.kubectl("delete", "cdtarget", NAME);
        assertThat(targets.devOps().names(pool)).containsExactly("agents-798db967fc-nsvj6");
    }

    @Full
    @Test
    void podsThatMayNotBeMarkedAreShown() {
        targets.apply(TARGET);
        targets.reason(NAME, "Reconciled");
        var pod = pods(1).getFirst();
        int pool = targets.pool("poc-pool");
        targets.devOps().register(pool, pod);
        targets.apply(REFUSAL.replace("NAMESPACE", targets.namespace));
        await().untilAsserted(
                        () ->
                                assertThatThrownBy(
                                                () ->
                                                        targets.kubectl(
                                                                "label",
                                                                "pod",
                                                                pod,
                                                                "x=y",
                                                                "--dry-run=server"))
                                        .hasMessageContaining("not here"));
        targets.devOps().queue(pool);
        assertThat(targets.devOps().assign(pool)).isEqualTo(1);
        await().untilAsserted(
                        () ->
                                assertThat(targets.condition(NAME, "BusyAgentsSpared"))
                                        .containsEntry("reason", "MarksRefused")
                                        .extractingByKey("message")
                                        .asString()
                                        .contains(pod)
                                        .contains("not here"));
        assertThat(targets.condition(NAME, "Ready")).containsEntry("status", "True");
        targets.kubectl("delete", "validatingadmissionpolicybinding", targets.namespace);
        targets.kubectl("delete", "validatingadmissionpolicy", targets.namespace);
        await().until(() -> targets.condition(NAME, "BusyAgentsSpared").isEmpty());
        assertThat(marks(pod)).isEqualTo(Map.of("busy", "agents", "cost", "1000"));
    }

    private List<String> pods(int count) {
        var pods =
                targets.client()
                        .pods()
                        .inNamespace(targets.namespace)
                        .withLabel("app", "build-agents");
        await().until(() -> pods.list().getItems().size() == count);
        return pods.list().getItems().stream().map(each -> each.getMetadata().getName()).toList();
    }

    /** The commands of docs/cdtargets.md for those who leave. */
    @Full
    @Test
    void withoutTheOperatorNothingOfItStays(@TempDir Path directory) throws Exception {
        targets.apply(TARGET);
        targets.reason(NAME, "Reconciled");
        var pod = pods(1).getFirst();
        int pool = targets.pool("poc-pool");
        targets.devOps().register(pool, pod);
        targets.devOps().queue(pool);
        assertThat(targets.devOps().assign(pool)).isEqualTo(1);
        await().until(() -> marks(pod).equals(Map.of("busy", "agents", "cost", "1000")));
        targets.stop();
        var commands =
                DocumentedCommands.of(
                        Path.of("docs/cdtargets.md"), "## Without Dragoman", "## Limits");
        assertThat(commands).contains("NAME", "TEAM", "LABELS");
        DocumentedCommands.run(
                targets.plane,
                directory,
                commands.replace("NAME", NAME)
                        .replace("TEAM", targets.namespace)
                        .replace("LABELS", "app=build-agents"));
        assertThat(marks(pod)).isEqualTo(Map.of("busy", "", "cost", ""));
        var scaled = targets.get(KEDA, "ScaledObject", NAME).orElseThrow();
        assertThat(scaled.<List<?>>get("spec", "triggers")).hasSize(1);
        assertThat(scaled.<Object>get("spec", "advanced")).isNull();
        targets.kubectl("delete", "cdtarget", NAME, Patience.timeout());
    }
}
