package dev.dragoman.faults;

import static dev.dragoman.faults.Disturbance.CONFLICT;
import static dev.dragoman.faults.Disturbance.KILL;
import static dev.dragoman.faults.Disturbance.LOST_REPLY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Campaign;
import dev.dragoman.tier.OneTry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** As {@link FaultsIT}, for a Team of the component kubernetes/teams. */
@Isolated("the operator of all tests has more rights meanwhile, and the cluster a Platform")
@OneTry
@Campaign
class TeamFaultsIT {
    @Test
    void aTeamIsWholeWhateverIsKilled() {
        check(KILL);
    }

    @Test
    void aTeamIsWholeWhateverIsLost() {
        check(LOST_REPLY, CONFLICT);
    }

    private static void check(Disturbance... disturbances) {
        try (var scenario = new TeamScenario()) {
            var report = Matrix.of(scenario).everyWrite(disturbances).run();
            assertThat(report.deviating()).isEmpty();
            assertThat(report.missed()).isEmpty();
        }
    }
}
