package dev.dragoman.faults;

import static dev.dragoman.faults.Disturbance.KILL;
import static dev.dragoman.faults.Disturbance.LOST_REPLY;
import static dev.dragoman.faults.Disturbance.REFUSED;
import static dev.dragoman.faults.Disturbance.UNSENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Campaign;
import dev.dragoman.tier.Full;
import dev.dragoman.tier.OneTry;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Requests for tokens: to the API server for that of the namespace's service account, and to Entra
 * for one of its identity.
 */
@OneTry
class TokenFaultsIT {
    @Full
    @Test
    void objectsAreMadeWhateverHappensToRequestsForTokens() {
        var report =
                Matrix.of(new IdentityScenario())
                        .onlyTokens()
                        .everyWrite(KILL, LOST_REPLY, UNSENT, REFUSED)
                        .run();
        assertThat(report.deviating()).isEmpty();
        assertThat(report.missed()).isEmpty();
        assertThat(report.lines())
                .as("requests to both")
                .anyMatch(line -> line.what().contains("/serviceaccounts/dragoman-azure/token"))
                .anyMatch(line -> line.what().contains("/oauth2/v2.0/token"));
    }

    @Test
    @Campaign
    void norToAnyOther() {
        var all =
                Arrays.stream(Disturbance.values())
                        .filter(each -> !each.ofWatches())
                        .toArray(Disturbance[]::new);
        assertThat(Matrix.of(new IdentityScenario()).everyWrite(all).run().deviating()).isEmpty();
    }
}
