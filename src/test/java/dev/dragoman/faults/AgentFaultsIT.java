package dev.dragoman.faults;

import static dev.dragoman.faults.Disturbance.CONFLICT;
import static dev.dragoman.faults.Disturbance.KILL;
import static dev.dragoman.faults.Disturbance.LOST_REPLY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Campaign;
import dev.dragoman.tier.Full;
import dev.dragoman.tier.OneTry;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** As {@link FaultsIT}, for build agents. */
@OneTry
@ResourceLock("agents")
class AgentFaultsIT {
    /** It would hide which rights the operator needs elsewhere. */
    @AfterEach
    void revoke() {
        var bindings = SharedControlPlane.shared().client().rbac().clusterRoleBindings();
        for (var each : List.of("dragoman-cdtargets", "dragoman-cdtargets-writes")) {
            var _ = bindings.withName(each).delete();
        }
    }

    @Full
    @Test
    void agentsAreScaledWhateverHappens() {
        var report = Matrix.of(AgentScenario.create()).everyWrite(KILL, LOST_REPLY, CONFLICT).run();
        assertThat(report.deviating()).isEmpty();
        assertThat(report.missed()).isEmpty();
    }

    @Test
    @Campaign
    void theirWholeLifeToo() {
        var report =
                Matrix.of(AgentScenario.wholeLife()).everyWrite(KILL, LOST_REPLY, CONFLICT).run();
        assertThat(report.deviating()).isEmpty();
        assertThat(report.missed()).isEmpty();
    }
}
