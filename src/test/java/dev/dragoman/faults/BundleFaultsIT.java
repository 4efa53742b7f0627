package dev.dragoman.faults;

import static dev.dragoman.faults.Disturbance.CONFLICT;
import static dev.dragoman.faults.Disturbance.GONE;
import static dev.dragoman.faults.Disturbance.KILL;
import static dev.dragoman.faults.Disturbance.LOST_REPLY;
import static dev.dragoman.faults.Disturbance.SILENCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cluster.Account;
import dev.dragoman.composition.Bundles;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Campaign;
import dev.dragoman.tier.Full;
import dev.dragoman.tier.OneTry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** As {@link FaultsIT}, for a kind that is made of objects by nine lines. */
@Isolated("the operator of all tests has more rights meanwhile")
@OneTry
class BundleFaultsIT {
    @AfterEach
    void revoke() {
        Bundles.revoke(SharedControlPlane.shared(), Account.AZURE.namespace());
    }

    @Full
    @Test
    void itsObjectsAreMadeWhateverHappens() {
        var report =
                Matrix.of(BundleScenario.create()).everyWrite(KILL, LOST_REPLY, CONFLICT).run();
        assertThat(report.deviating()).isEmpty();
        assertThat(report.missed()).isEmpty();
    }

    /** Watches are its account's, and so is what they are compared with. */
    @Full
    @Test
    void whatAWatchHasMissedIsFound() {
        var report = Matrix.of(BundleScenario.wholeLife()).everyWatch(SILENCE).run();
        assertThat(report.deviating()).isEmpty();
        assertThat(report.missed()).isEmpty();
    }

    @Campaign
    @Test
    void itsWholeLifeToo() {
        var report =
                Matrix.of(BundleScenario.wholeLife())
                        .everyWrite(KILL, LOST_REPLY, CONFLICT)
                        .everyWatch(GONE, SILENCE)
                        .run();
        assertThat(report.deviating()).isEmpty();
        assertThat(report.missed()).isEmpty();
    }
}
