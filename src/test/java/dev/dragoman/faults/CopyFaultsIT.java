package dev.dragoman.faults;

import static dev.dragoman.faults.Disturbance.CONFLICT;
import static dev.dragoman.faults.Disturbance.GONE;
import static dev.dragoman.faults.Disturbance.KILL;
import static dev.dragoman.faults.Disturbance.LOST_REPLY;
import static dev.dragoman.faults.Disturbance.SILENCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.capability.CopiedConfigs;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Campaign;
import dev.dragoman.tier.OneTry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** As {@link FaultsIT}, for a capability that has nothing of its own against faults. */
@Campaign
@Isolated("the operator of all tests has more rights meanwhile")
@OneTry
class CopyFaultsIT {
    @AfterEach
    void revoke() {
        CopiedConfigs.revoke(SharedControlPlane.shared());
    }

    @Test
    void aCopyIsMadeWhateverHappens() {
        var report =
                Matrix.of(CopyScenario.create())
                        .everyWrite(KILL, LOST_REPLY, CONFLICT)
                        .everyWatch(GONE, SILENCE)
                        .run();
        assertThat(report.deviating()).isEmpty();
        assertThat(report.missed()).isEmpty();
    }
}
