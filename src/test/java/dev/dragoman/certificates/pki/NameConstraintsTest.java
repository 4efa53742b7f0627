package dev.dragoman.certificates.pki;

import static dev.dragoman.certificates.pki.PkiFixture.NOW;
import static dev.dragoman.certificates.pki.PkiFixture.RANDOM;
import static dev.dragoman.certificates.pki.PkiFixture.ca;
import static dev.dragoman.certificates.pki.PkiFixture.client;
import static dev.dragoman.certificates.pki.PkiFixture.issue;
import static dev.dragoman.certificates.pki.PkiFixture.server;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.x509.Extension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** CAs that may sign for some names only. */
class NameConstraintsTest {
    private static final String CONSTRAINTS = "2.5.29.30";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "example.com | '' | example.com | ''",
                "example.com | '' | a.b.example.com | ''",
                "example.com | '' | *.example.com | ''",
                "example.com | '' | example.org | example.org",
                "example.com | '' | anexample.com | anexample.com",
                "a.example.com | '' | *.example.com | *.example.com",
                "'' | example.com | example.org | ''",
                "'' | example.com | a.example.com | a.example.com",
                "'' | EXAMPLE.com | a.example.com | a.example.com",
                "'' | a.example.com | b.example.com | ''",
                "'' | a.example.com | *.example.com | *.example.com",
                "'' | .a.example.com | *.example.com | *.example.com",
                "'' | a.b.example.com | *.example.com | ''",
                "192.0.2.0/24 | '' | 192.0.2.7 | ''",
                "192.0.2.0/24 | '' | 192.0.3.7 | 192.0.3.7",
                "192.0.2.0/24 | '' | example.com | ''",
                "'' | 192.0.2.0/24 | 192.0.2.7 | 192.0.2.7",
                "'' | 2001:db8::/32 | 2001:db8::1 | 2001:db8:0:0:0:0:0:1",
                "O=marin3r.3scale.net | '' | example.com | ''",
                "O=others | '' | example.com | CN=server",
                "'' | O=marin3r.3scale.net | example.com | CN=server"
            })
    void aNameThatTheIssuerMayNotSignIsRefused(
            String permitted, String excluded, String host, String refused) {
        var by = OddCertificates.constrained(permitted, excluded);
        var problem =
                Issuance.by(by, server().withHosts(List.of(host))).issue(NOW, RANDOM).problem();
        if (refused.isEmpty()) {
            assertThat(problem).isEmpty();
        } else {
            assertThat(problem)
                    .startsWith(
                            "the issuer 'constrained' cannot sign the certificate: the issuer or a CA above it has name constraints, and"
                                    + " they exclude ")
                    .endsWith(refused);
        }
    }

    /** The library compares each with all before it, for minutes where they are very many. */
    @Test
    void noMoreAreLookedAtThanCanBeInTime() {
        var problem = Issuance.by(OddCertificates.constrained(1_000), server());
        assertThat(issue(problem).chain()).hasSize(1);
        assertThat(
                        Issuance.by(OddCertificates.constrained(1_001), server())
                                .issue(NOW, RANDOM)
                                .problem())
                .endsWith(
                        "the issuer or a CA above it has name constraints, and they are more than 1000");
    }

    @Test
    void constraintsOfThoseAboveBindToo() {
        var top = OddCertificates.constrained("example.com", "");
        var lower = issue(Issuance.by(top, ca("lower")));
        var by = PkiFixture.signer(lower);
        assertThat(Issuance.by(by, server().withHosts(List.of("a.example"))).issue(NOW, RANDOM))
                .isEqualTo(
                        Result.refused(
                                "the issuer 'lower' cannot sign the certificate: the issuer or a CA above it has name constraints, and"
                                        + " they exclude a.example"));
        assertThat(issue(Issuance.by(by, server())).chain()).hasSize(2);
    }

    /** While a CA is replaced, both are in ca.crt. */
    @Test
    void constraintsOfOthersThatAreTrustedDoNotBind() {
        var other = OddCertificates.constrained("example.com", "").issuer().certificate();
        var own = PkiFixture.root(KeySpec.ECDSA_P256);
        var bundle = PemFiles.write(List.of(other, own.certificate()));
        var by = PkiFixture.value(Signer.read(own.secret().with(TlsSecret.TRUST, bundle)));
        assertThat(issue(Issuance.by(by, server().withHosts(List.of("a.example")))).anchors())
                .hasSize(2);
    }

    @Test
    void unreadableConstraintsAllowNothing() {
        var by = OddCertificates.ca("CN=odd", Extension.nameConstraints, DERNull.INSTANCE);
        assertThat(Issuance.by(by, client()).issue(NOW, RANDOM).problem())
                .endsWith(
                        "the issuer or a CA above it has name constraints, and they cannot be read");
    }

    @Test
    void aRenewedCaKeepsThemToTheByte() {
        var former = OddCertificates.constrained("example.com", "a.example.com");
        var old = former.issuer().certificate();
        var renewed = issue(Issuance.selfSigned(ca("constrained")).replacing(old));
        assertThat(renewed.certificate().getExtensionValue(CONSTRAINTS))
                .isEqualTo(old.getExtensionValue(CONSTRAINTS))
                .isNotNull();
        assertThat(renewed.certificate().getCriticalExtensionOIDs()).contains(CONSTRAINTS);
        var leaf = issue(Issuance.selfSigned(client()).replacing(old)).certificate();
        assertThat(leaf.getExtensionValue(CONSTRAINTS)).isNull();
    }
}
