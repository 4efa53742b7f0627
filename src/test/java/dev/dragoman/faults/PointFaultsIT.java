package dev.dragoman.faults;

import static dev.dragoman.faults.Disturbance.KILL;
import static dev.dragoman.faults.Disturbance.KILL_AND_WITHDRAW;
import static dev.dragoman.faults.Disturbance.LOST_REPLY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Campaign;
import dev.dragoman.tier.OneTry;
import org.junit.jupiter.api.Test;

/** As {@link FaultsIT}, where a team's steps hold, refuse, mark and tell. */
@OneTry
class PointFaultsIT {
    @Test
    @Campaign
    void whatTeamsStepsHoldIsHeldWhateverHappens() {
        var report = Matrix.of(new PointsScenario()).everyWrite(KILL).run();
        assertThat(report.deviating()).isEmpty();
        assertThat(report.missed()).isEmpty();
    }

    @Test
    @Campaign
    void everyDisturbanceOfEveryWrite() {
        var report =
                Matrix.of(new PointsScenario())
                        .everyWrite(KILL, KILL_AND_WITHDRAW, LOST_REPLY)
                        .run();
        assertThat(report.deviating()).isEmpty();
        assertThat(report.missed()).isEmpty();
    }
}
