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

/** As {@link FaultsIT}, for certificates and discovery services. */
@OneTry
@ResourceLock("discovery")
class CertificateFaultsIT {
    /** They would hide which rights the operator needs elsewhere. */
    @AfterEach
    void revoke() {
        var bindings = SharedControlPlane.shared().client().rbac().clusterRoleBindings();
        for (var each :
                List.of(
                        "dragoman-certificates",
                        "dragoman-discovery",
                        "dragoman-discovery-writes",
                        "dragoman-discovery-granted")) {
            var _ = bindings.withName(each).delete();
        }
    }

    @Full
    @Test
    void areIssuedWhateverHappens() {
        var report =
                Matrix.of(CertificateScenario.issued())
                        .everyWrite(KILL, LOST_REPLY, CONFLICT)
                        .run();
        assertThat(report.deviating()).isEmpty();
        assertThat(report.missed()).isEmpty();
    }

    @Test
    @Campaign
    void theirCaIsReplacedWhateverHappens() {
        var report =
                Matrix.of(CertificateScenario.replaced())
                        .everyWrite(KILL, LOST_REPLY, CONFLICT)
                        .run();
        assertThat(report.deviating()).isEmpty();
        assertThat(report.missed()).isEmpty();
    }

    @Test
    @Campaign
    void aDiscoveryServiceServesWhateverHappens() {
        var report =
                Matrix.of(new DiscoveryScenario()).everyWrite(KILL, LOST_REPLY, CONFLICT).run();
        assertThat(report.deviating()).isEmpty();
        assertThat(report.missed()).isEmpty();
    }

    @Test
    @Campaign
    void envoysRunWhateverHappens() {
        var report = Matrix.of(new EnvoyScenario()).everyWrite(KILL, LOST_REPLY, CONFLICT).run();
        assertThat(report.deviating()).isEmpty();
        assertThat(report.missed()).isEmpty();
    }
}
