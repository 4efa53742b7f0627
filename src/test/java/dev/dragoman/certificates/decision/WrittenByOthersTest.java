package dev.dragoman.certificates.decision;

import static dev.dragoman.certificates.decision.CertificateWorld.ca;
import static dev.dragoman.certificates.decision.CertificateWorld.leaf;
import static dev.dragoman.certificates.decision.CertificateWorld.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.capability.status.Condition;
import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.certificates.pki.Validity;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets that others have written, and CAs whose certificates go on without them. */
class WrittenByOthersTest {
    private static final int DAY = 86_400;
    private static final String LEAF = "leaf";
    private static final String CA = "ca";

    private final CertificateWorld world = new CertificateWorld();

    @BeforeEach
    void issued() {
        world.add(CA, ca(100 * DAY));
        world.add(LEAF, leaf(CA, DAY));
        assertThat(reason(CA)).isEqualTo("Issued");
        assertThat(reason(LEAF)).isEqualTo("Issued");
    }

    private String reason(String name) {
        return world.reconcile(name).ready().map(Condition::reason).orElse("");
    }

    private byte[] value(String name, String key) {
        return world.content(name).get(key).orElse(new byte[0]);
    }

    private void refused(String reason) {
        int writes = world.writes;
        assertThat(reason(LEAF)).isEqualTo(reason);
        assertThat(world.writes).isEqualTo(writes);
    }

    private void damageCa() {
        world.write(
                CA,
                world.content(CA).with(TlsSecret.CERTIFICATE, new byte[0]),
                world.facts(CA).secret().annotations());
        assertThat(reason(CA)).isEqualTo("Issued");
    }

    /** Its certificates live on, and those of whose renewal is off are not issued anew. */
    @Test
    void aCaWhoseCertificateIsDamagedStaysTrustedUntilItsLastOneEnds() {
        world.change(LEAF, "certificateRenewal", Map.of("enabled", false));
        assertThat(reason(LEAF)).isEqualTo("Issued");
        var root = read(world.content(CA), TlsSecret.CERTIFICATE).getFirst();
        var before = value(LEAF, TlsSecret.CERTIFICATE);
        damageCa();
        for (int hour = 0; hour < 20; hour++) {
            world.now = world.now.plus(Duration.ofHours(1));
            var _ = world.reconcile(CA);
            var _ = world.reconcile(LEAF);
            assertThat(read(world.content(CA), TlsSecret.TRUST)).as("%d h", hour).contains(root);
        }
        assertThat(value(LEAF, TlsSecret.CERTIFICATE)).isEqualTo(before);
        world.now = world.now.plus(Duration.ofHours(5));
        var _ = world.reconcile(CA);
        assertThat(read(world.content(CA), TlsSecret.TRUST)).doesNotContain(root);
    }

    /** Also where they make it look like a CA that was here before. */
    @Test
    void whatOthersAddToACaIsNeverTrusted() {
        world.add("theirs", ca(DAY));
        assertThat(reason("theirs")).isEqualTo("Issued");
        var theirs = read(world.content("theirs"), TlsSecret.CERTIFICATE).getFirst();
        var both =
                new String(value(CA, TlsSecret.TRUST), StandardCharsets.UTF_8)
                        + new String(
                                value("theirs", TlsSecret.CERTIFICATE), StandardCharsets.UTF_8);
        var marks = new HashMap<>(world.facts(CA).secret().annotations());
        marks.put(CertificateNames.FORMER, OwnSecret.id(theirs) + "=2099-01-01T00:00:00Z");
        for (var damaged : List.of("", "garbage")) {
            world.write(
                    CA,
                    world.content(CA)
                            .with(TlsSecret.TRUST, both.getBytes(StandardCharsets.UTF_8))
                            .with(
                                    TlsSecret.CERTIFICATE,
                                    damaged.isEmpty()
                                            ? value(CA, TlsSecret.CERTIFICATE)
                                            : damaged.getBytes(StandardCharsets.UTF_8)),
                    marks);
            assertThat(reason(CA)).isEqualTo("Issued");
            assertThat(reason(LEAF)).isEqualTo("Issued");
            assertThat(read(world.content(CA), TlsSecret.TRUST)).doesNotContain(theirs);
            assertThat(read(world.content(LEAF), TlsSecret.TRUST)).doesNotContain(theirs);
            assertThat(world.facts(CA).secret().former()).doesNotContainKey(OwnSecret.id(theirs));
        }
    }

    /** It would be taken for what the name says. */
    @ParameterizedTest
    @ValueSource(strings = {"aso-credential", "dragoman-token"})
    void aSecretThatMeansSomethingElseIsNotWritten(String name) {
        world.change(LEAF, "secretRef", Map.of("name", name));
        refused("InvalidSpec");
    }

    /** The API server would refuse each write, after the Secret was given an owner. */
    @Test
    void aSecretThatCannotBeWrittenIsNotTaken() {
        var offered = Map.<String, Object>of("annotations", Map.of(CertificateNames.ADOPT, LEAF));
        world.foreign(LEAF, offered, Map.of("type", "Opaque"));
        refused("SecretConflict");
        world.foreign(LEAF, offered, Map.of("immutable", true));
        refused("SecretConflict");
    }

    /** Its CA may not sign it any more, and what it has is as good as before. */
    @Test
    void whatIsRefusedTrustsTheNextCaAllTheSame() {
        world.change(LEAF, "isCA", true);
        refused("IssueRefused");
        var before = value(LEAF, TlsSecret.CERTIFICATE);
        world.annotate(CA, CertificateNames.RENEW, "1");
        var _ = world.reconcile(CA);
        assertThat(read(world.content(CA), TlsSecret.TRUST)).hasSize(2);
        assertThat(reason(LEAF)).isEqualTo("IssueRefused");
        assertThat(value(LEAF, TlsSecret.TRUST)).isEqualTo(value(CA, TlsSecret.TRUST));
        assertThat(value(LEAF, TlsSecret.CERTIFICATE)).isEqualTo(before);
        refused("IssueRefused");
        for (int i = 0; i < 3; i++) {
            var _ = world.reconcile(CA);
            world.now = world.now.plus(CertificateWorld.PROPAGATION);
        }
        assertThat(world.told).contains("ca CaReplaced");
    }

    /** Of an operator whose clock was ahead. */
    @Test
    void aCaThatIsNotYetValidIsReplacedAtOnce() {
        world.now = world.now.plus(Duration.ofDays(2));
        world.annotate(CA, CertificateNames.RENEW, "1");
        for (int i = 0; i < 4; i++) {
            var _ = world.reconcile(CA);
            var _ = world.reconcile(LEAF);
            world.now = world.now.plus(CertificateWorld.PROPAGATION);
        }
        world.now = world.now.minus(Duration.ofDays(2));
        for (int i = 0; i < 3; i++) {
            var _ = world.reconcile(CA);
            var _ = world.reconcile(LEAF);
        }
        assertThat(reason(LEAF)).isEqualTo("Issued");
        assertThat(
                        Validity.of(read(world.content(CA), TlsSecret.CERTIFICATE).getFirst())
                                .future(world.now))
                .isFalse();
    }
}
