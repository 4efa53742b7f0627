package dev.dragoman.certificates;

import static dev.dragoman.Patience.await;
import static dev.dragoman.certificates.CertificateCluster.ca;
import static dev.dragoman.certificates.CertificateCluster.leaf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.certificates.pki.Certificates;
import dev.dragoman.tier.Full;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Somebody who may write Secrets writes notes of the operator on them. */
@Full
@ResourceLock("discovery")
class OwnNotesIT {
    private static final int DAY = 86_400;
    private static final String MARK = "dragoman.dev/signed-by-others";

    private CertificateCluster cluster;

    @BeforeEach
    void open() {
        cluster = new CertificateCluster();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private void annotate(String kind, String name, String annotation) {
        var _ = cluster.kubectl("annotate", kind, name, "--overwrite", annotation);
    }

    /** No others are asked to sign, so the mark says what cannot be. */
    @Test
    void aLeafOfTheCaIsNotTakenForOneOfOthers() {
        cluster.start();
        cluster.apply(ca("ca", 100 * DAY));
        cluster.apply(leaf("leaf", "ca", 10 * DAY));
        cluster.reason("leaf", "Issued");
        var before = cluster.certificateOf("ca");
        var leaf = cluster.certificateOf("leaf");

        annotate("secret", "leaf", MARK + "=true");
        // the apply takes it from kubectl, which owns it
        await().until(() -> annotation("leaf", MARK).isEmpty());
        assertThat(cluster.certificateOf("leaf")).isEqualTo(leaf);
        assertThat(cluster.status("leaf").toString()).doesNotContain("signedByOthers");

        annotate("discoveryservicecertificate", "ca", "dragoman.dev/renew=1");
        await().until(() -> !cluster.certificateOf("ca").equals(before));
        await().until(() -> "Overlapping".equals(cluster.phase("ca")));
        assertThat(Certificates.signed(cluster.certificateOf("ca"), cluster.certificateOf("leaf")))
                .as("all are of the new CA")
                .isTrue();
    }

    private String annotation(String secret, String key) {
        return cluster.secret(secret)
                .orElseThrow()
                .getMetadata()
                .getAnnotations()
                .getOrDefault(key, "");
    }
}
