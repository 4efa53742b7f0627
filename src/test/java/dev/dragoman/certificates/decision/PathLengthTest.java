package dev.dragoman.certificates.decision;

import static dev.dragoman.certificates.decision.CertificateWorld.ca;
import static dev.dragoman.certificates.decision.CertificateWorld.leaf;
import static dev.dragoman.certificates.decision.CertificateWorld.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.capability.status.Condition;
import dev.dragoman.certificates.pki.Certificates;
import dev.dragoman.certificates.pki.TlsSecret;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** CAs below CAs. */
class PathLengthTest {
    private static final int DAY = 86_400;

    private final CertificateWorld world = new CertificateWorld();

    private static Map<String, Object> root(int pathLength) {
        var spec = new HashMap<>(ca(100 * DAY));
        spec.put("pathLength", pathLength);
        return spec;
    }

    private static Map<String, Object> below(String ca) {
        var spec = new HashMap<>(leaf(ca, 10 * DAY));
        spec.put("isCA", true);
        return spec;
    }

    private String reason(String name) {
        return world.reconcile(name).ready().map(Condition::reason).orElse("");
    }

    private X509Certificate certificate(String name) {
        return read(world.content(name), TlsSecret.CERTIFICATE).getFirst();
    }

    /** Until the root has been replaced, and all of it is over. */
    private void replaced() {
        var former = certificate("root");
        for (int i = 0; i < 20 && certificate("root").equals(former); i++) {
            for (var each : List.of("root", "middle", "leaf")) {
                var _ = world.reconcile(each);
            }
            world.now = world.now.plus(CertificateWorld.PROPAGATION);
        }
        assertThat(certificate("root")).isNotEqualTo(former);
    }

    private void issuedBelow() {
        assertThat(reason("middle")).isEqualTo("Issued");
        assertThat(reason("leaf")).isEqualTo("Issued");
        assertThat(Certificates.signed(certificate("root"), certificate("middle"))).isTrue();
        assertThat(Certificates.signed(certificate("middle"), certificate("leaf"))).isTrue();
        assertThat(read(world.content("leaf"), TlsSecret.CERTIFICATE))
                .containsExactly(certificate("leaf"), certificate("middle"));
        assertThat(read(world.content("leaf"), TlsSecret.TRUST)).contains(certificate("root"));
    }

    @Test
    void aFirstCaSignsNoCas() {
        world.add("root", ca(100 * DAY));
        assertThat(reason("root")).isEqualTo("Issued");
        world.add("middle", below("root"));
        assertThat(reason("middle")).isEqualTo("IssueRefused");
        assertThat(certificate("root").getBasicConstraints()).isZero();
    }

    /** As one of MARIN3R, which says nothing of it either and has no limit. */
    @Test
    void aCaThatReplacesOneAllowsAsMany() {
        world.add("root", root(3));
        assertThat(reason("root")).isEqualTo("Issued");
        world.add("root", ca(100 * DAY));
        world.add("middle", below("root"));
        world.add("leaf", leaf("middle", DAY));
        issuedBelow();
        int writes = world.writes;
        assertThat(reason("root")).isEqualTo("Issued");
        assertThat(world.writes).as("at rest").isEqualTo(writes);
        world.annotate("root", CertificateNames.RENEW, "1");
        replaced();
        assertThat(certificate("root").getBasicConstraints()).isEqualTo(3);
        issuedBelow();
        assertThat(reason("root")).isEqualTo("Issued");
    }

    @Test
    void whatIsSaidCounts() {
        world.add("root", root(3));
        assertThat(reason("root")).isEqualTo("Issued");
        world.add("middle", below("root"));
        world.add("leaf", leaf("middle", DAY));
        issuedBelow();
        world.add("root", root(1));
        replaced();
        assertThat(certificate("root").getBasicConstraints()).isEqualTo(1);
    }
}
