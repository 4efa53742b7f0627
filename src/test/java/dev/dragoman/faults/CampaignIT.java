package dev.dragoman.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.capability.CopiedConfigs;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Campaign;
import dev.dragoman.tier.OneTry;
import java.util.Arrays;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The whole matrix: every write and every event of a whole life, with everything there is. */
@Campaign
@OneTry
class CampaignIT {
    @Test
    void storageAccount() {
        assertThat(everything(StorageScenario.wholeLife()).deviating()).isEmpty();
    }

    @Test
    void networkWithSubnet() {
        assertThat(everything(new NetworkScenario()).deviating()).isEmpty();
    }

    @Test
    void autoscaledPool() {
        assertThat(everything(new PoolScenario()).deviating()).isEmpty();
    }

    @Test
    void vendedNamespace() {
        assertThat(everything(VendingScenario.wholeLife()).deviating()).isEmpty();
    }

    @Test
    void copiedConfig() {
        try {
            assertThat(everything(CopyScenario.wholeLife()).deviating()).isEmpty();
        } finally {
            CopiedConfigs.revoke(SharedControlPlane.shared());
        }
    }

    @Test
    void vault() {
        assertThat(everything(VaultScenario.wholeLife()).deviating()).isEmpty();
    }

    private static Report everything(Scenario scenario) {
        return Matrix.of(scenario)
                .everyWrite(these(Predicate.not(Disturbance::ofWatches)))
                .everyEvent(these(Disturbance::ofWatches))
                .run();
    }

    private static Disturbance[] these(Predicate<Disturbance> which) {
        return Arrays.stream(Disturbance.values()).filter(which).toArray(Disturbance[]::new);
    }
}
