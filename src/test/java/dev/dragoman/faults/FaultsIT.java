package dev.dragoman.faults;

import static dev.dragoman.faults.Disturbance.CONFLICT;
import static dev.dragoman.faults.Disturbance.GONE;
import static dev.dragoman.faults.Disturbance.KILL;
import static dev.dragoman.faults.Disturbance.LOST_REPLY;
import static dev.dragoman.faults.Disturbance.SILENCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Campaign;
import dev.dragoman.tier.Landing;
import dev.dragoman.tier.OneTry;
import org.junit.jupiter.api.Test;

/** The short form of {@link CampaignIT}, for every build. */
@OneTry
class FaultsIT {
    @Landing
    @Test
    void anAccountBecomesReadyWhateverHappens() {
        var report =
                Matrix.of(StorageScenario.create())
                        .everyWrite(KILL, LOST_REPLY, CONFLICT)
                        .everyWatch(GONE, SILENCE)
                        .run();
        assertThat(report.deviating()).isEmpty();
        assertThat(report.missed()).isEmpty();
    }

    @Test
    @Campaign
    void aRequestIsServedWhateverHappens() {
        var report =
                Matrix.of(VendingScenario.create())
                        .everyWrite(KILL, LOST_REPLY, CONFLICT)
                        .everyWatch(GONE, SILENCE)
                        .run();
        assertThat(report.deviating()).isEmpty();
        assertThat(report.missed()).isEmpty();
    }
}
