package dev.dragoman.certificates;

import static dev.dragoman.Patience.await;
import static dev.dragoman.Patience.settled;
import static dev.dragoman.certificates.CertificateCluster.ca;
import static dev.dragoman.certificates.CertificateCluster.leaf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Landing;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Reads of Secrets for certificates on the real API server: each once, and none after a write. */
@Landing
@ResourceLock("discovery")
class CertificateReadsIT {
    private static final int DAY = 86_400;

    /** Long enough for what a watch shows to be looked at. */
    private static final Duration QUIET = Duration.ofMillis(1500);

    private CertificateCluster cluster;

    @BeforeEach
    void open() {
        cluster = new CertificateCluster();
        cluster.start();
        cluster.apply(ca("ca", 10 * DAY));
        cluster.reason("ca", "Issued");
        cluster.apply(leaf("first", "ca", DAY));
        cluster.reason("first", "Issued");
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    /** Names of the Secrets that were read for it, once all is quiet. */
    private List<String> read(Runnable act) {
        var start = cluster.plane.audit().mark();
        var _ = settled(QUIET, () -> cluster.read(start, "secrets"));
        var mark = cluster.plane.audit().mark();
        act.run();
        return settled(QUIET, () -> cluster.read(mark, "secrets"));
    }

    @Test
    void itsOwnSecretAndThatOfItsCaAreReadOnce() {
        assertThat(
                        read(
                                () -> {
                                    cluster.apply(leaf("leaf", "ca", DAY));
                                    cluster.reason("leaf", "Issued");
                                }))
                .as("for a new certificate")
                .containsExactly("leaf", "ca");
        var before = cluster.status("leaf").get("certificateHash");
        assertThat(
                        read(
                                () -> {
                                    var _ =
                                            cluster.kubectl(
                                                    "annotate",
                                                    "discoveryservicecertificate",
                                                    "leaf",
                                                    "dragoman.dev/renew=1");
                                    await().until(
                                                    () ->
                                                            !before.equals(
                                                                    cluster.status("leaf")
                                                                            .get(
                                                                                    "certificateHash")));
                                }))
                .as("for another one")
                .containsExactly("leaf", "ca");
        assertThat(
                        read(
                                () -> {
                                    var _ =
                                            cluster.kubectl(
                                                    "label", "secret", "leaf", "somebody=else");
                                }))
                .as("after somebody else has written there")
                .containsExactly("leaf", "ca");
    }
}
