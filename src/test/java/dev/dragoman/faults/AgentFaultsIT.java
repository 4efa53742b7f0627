package dev.dragoman.faults;

import static dev.dragoman.faults.Disturbance.CONFLICT;
import static dev.dragoman.faults.Disturbance.KILL;
import static dev.dragoman.faults.Disturbance.LOST_REPLY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** As {@link FaultsIT}, for build agents. */
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("agents")
class AgentFaultsIT {
    /** It would hide which rights the operator needs elsewhere. */
    @AfterEach
    void revoke() {
        var _ =
                SharedControlPlane.shared()
                        .client()
                        .rbac()
                        .clusterRoleBindings()
                        .withName("dragoman-cdtargets")
                        .delete();
    }

    @Test
    void agentsAreScaledWhateverHappens() {
        var report = Matrix.of(AgentScenario.create()).everyWrite(KILL, LOST_REPLY, CONFLICT).run();
        assertThat(report.deviating()).isEmpty();
        assertThat(report.missed()).isEmpty();
    }

    @Test
    @Tag("campaign")
    void theirWholeLifeToo() {
        var report =
                Matrix.of(AgentScenario.wholeLife()).everyWrite(KILL, LOST_REPLY, CONFLICT).run();
        assertThat(report.deviating()).isEmpty();
        assertThat(report.missed()).isEmpty();
    }
}
