package dev.dragoman.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Full;
import dev.dragoman.tier.OneTry;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** As {@link FaultsIT}, for the requests to Key Vaults, reads among them. */
@OneTry
class VaultFaultsIT {
    @Full
    @Test
    void valuesAreExportedWhateverHappensToRequestsToTheVault() {
        var report =
                Matrix.of(VaultScenario.exported())
                        .onlyVaults()
                        .everyWrite(
                                Arrays.stream(Disturbance.values())
                                        .filter(each -> !each.ofWatches())
                                        .toArray(Disturbance[]::new))
                        .run();
        assertThat(report.deviating()).isEmpty();
        assertThat(report.missed()).isEmpty();
    }
}
