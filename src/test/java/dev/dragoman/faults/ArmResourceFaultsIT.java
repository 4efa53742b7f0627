package dev.dragoman.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Campaign;
import dev.dragoman.tier.OneTry;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** As {@link FaultsIT}, for a resource of a type that the catalog does not have. */
@OneTry
class ArmResourceFaultsIT {
    @Campaign
    @Test
    void aResourceOfAnyTypeEndsAsWithoutFaults() {
        var report =
                Matrix.of(new ArmResourceScenario())
                        .everyWrite(
                                Arrays.stream(Disturbance.values())
                                        .filter(each -> !each.ofWatches())
                                        .toArray(Disturbance[]::new))
                        .run();
        assertThat(report.deviating()).isEmpty();
        assertThat(report.missed()).isEmpty();
    }
}
