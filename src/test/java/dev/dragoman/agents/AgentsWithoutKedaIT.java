package dev.dragoman.agents;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Full;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A control plane of its own, on which nobody has installed KEDA's kinds. */
@Full
class AgentsWithoutKedaIT {
    private static final String NAME = "agents";
    private static final String KEDA = "keda.sh/v1alpha1";
    private static final String TARGET =
            AgentCluster.TARGET
                    + """
                        ip: [ 10.20.0.1 ]
                        minReplicaCount: 1
                        triggerMeta: { demands: "java" }
                      """;

    private ControlPlane plane;
    private AgentCluster targets;

    @BeforeEach
    void start() {
        plane = ControlPlane.start(Options.defaults());
        targets = new AgentCluster(plane);
    }

    @AfterEach
    void stop() {
        targets.close();
        plane.close();
    }

    @Test
    void withoutKedaAgentsRunAndWithItTheyAreScaled() {
        // as documented for KEDA before 2.20
        targets.environment.put("DRAGOMAN_CDTARGETS_COUNT_BUSY", "false");
        targets.token("hunter2");
        targets.start();
        targets.apply(TARGET);
        assertThat(targets.reason(NAME, "KedaMissing")).containsEntry("status", "False");
        assertThat(targets.deployment(NAME).<Integer>get("spec", "replicas")).isEqualTo(1);

        targets.install.kindsOfKeda("keda-2.12");
        targets.reason(NAME, "Reconciled");
        var scaled = targets.get(KEDA, "ScaledObject", NAME).orElseThrow();
        assertThat(scaled.<String>get("spec", "triggers", 0, "metadata", "demands"))
                .isEqualTo("java");
        assertThat(scaled.<String>get("spec", "triggers", 0, "authenticationRef", "name"))
                .isEqualTo("poc-pool-trigger-auth");
        assertThat(targets.condition(NAME, "ReconcileSuccess"))
                .containsEntry("status", "True")
                .containsEntry("reason", "OperatorSucceeded");
        assertThat(targets.kubectl("get", "cdtargets")).contains("poc-pool").contains("True");

        // what 2.12 does not know of would be written again and again
        var mark = targets.plane.audit().mark();
        targets.stop();
        targets.start();
        targets.token("hunter3");
        await().until(() -> targets.writes(mark).contains("patch deployments"));
        // it would be written after that
        assertThat(Patience.settled(Duration.ofSeconds(2), () -> targets.writes(mark)))
                .doesNotContain("patch scaledobjects");
        targets.apply(TARGET + "  scaling: ScaledJob\n");
        targets.reason(NAME, "Reconciled");
        assertThat(targets.get(KEDA, "ScaledJob", NAME)).isPresent();
        targets.install.kindsOfKeda();
        targets.apply(TARGET);
        targets.reason(NAME, "Reconciled");
        assertThat(targets.get(KEDA, "ScaledObject", NAME)).isPresent();
    }
}
