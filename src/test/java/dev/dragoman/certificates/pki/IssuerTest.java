package dev.dragoman.certificates.pki;

import static dev.dragoman.certificates.pki.PkiFixture.ca;
import static dev.dragoman.certificates.pki.PkiFixture.client;
import static dev.dragoman.certificates.pki.PkiFixture.issue;
import static dev.dragoman.certificates.pki.PkiFixture.root;
import static dev.dragoman.certificates.pki.PkiFixture.signer;
import static dev.dragoman.certificates.pki.PkiFixture.value;
import static dev.dragoman.certificates.pki.PkiFixture.withPathLength;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Secrets of CAs, as somebody may have filled them. */
class IssuerTest {
    private static final TlsSecret CA = root(KeySpec.ECDSA_P256).secret();
    private static final X509Certificate OTHER = root(KeySpec.ED25519).certificate();
    private static final byte[] GARBAGE = "garbage".getBytes(StandardCharsets.US_ASCII);

    static Stream<Arguments> unusable() {
        var leaf = issue(Issuance.selfSigned(client())).secret();
        return Stream.of(
                arguments(TlsSecret.none(), "tls.crt: is missing"),
                arguments(CA.with("tls.crt", GARBAGE), "tls.crt: has no certificate"),
                arguments(CA.with("ca.crt", GARBAGE), "ca.crt: has no certificate"),
                arguments(
                        leaf,
                        "tls.crt: 'client' is no CA: it may not sign certificates; name the Secret"
                                + " of a CA"),
                arguments(
                        CA.with("tls.crt", PemFiles.write(List.of(notSigning()))),
                        "tls.crt: 'odd' is no CA: it may not sign certificates; name the Secret of"
                                + " a CA"),
                arguments(
                        CA.with("tls.crt", PemFiles.write(List.of(noCa()))),
                        "tls.crt: 'odd' is no CA: it may not sign certificates; name the Secret of"
                                + " a CA"),
                arguments(
                        CA.with(
                                "tls.crt",
                                PemFiles.write(
                                        List.of(root(KeySpec.ECDSA_P256).certificate(), OTHER))),
                        "tls.crt: certificate 2 is not the issuer of the one before it"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("unusable")
    void whatIsWrongIsSaid(TlsSecret secret, String problem) {
        assertThat(Issuer.read(secret).problem()).isEqualTo(problem);
        assertThat(Signer.read(secret).problem()).isEqualTo(problem);
    }

    @Test
    void aSignerNeedsTheKeyOfTheCertificate() {
        assertThat(Signer.read(CA.without("tls.key")).problem()).isEqualTo("tls.key: is missing");
        assertThat(Signer.read(CA.with("tls.key", GARBAGE)).problem())
                .isEqualTo("tls.key: has 0 private keys; one is needed");
        var other = root(KeySpec.ED25519).secret().get("tls.key").orElseThrow();
        assertThat(Signer.read(CA.with("tls.key", other)).problem())
                .isEqualTo("tls.key: does not belong to the certificate in tls.crt");
        assertThat(Issuer.read(CA.without("tls.key")).problem()).isEmpty();
    }

    @Test
    void aBundleInTheSecretIsWhatLeavesBringAlong() {
        var own = root(KeySpec.ECDSA_P256).certificate();
        var secret = CA.with("ca.crt", PemFiles.write(List.of(OTHER, own)));
        assertThat(value(Issuer.read(secret)).anchors()).containsExactly(OTHER, own);
        assertThat(value(Issuer.read(CA.without("ca.crt"))).anchors()).containsExactly(own);
    }

    @Test
    void thePathLeadsToTheRootAndNoFurther() {
        var top = issue(Issuance.selfSigned(withPathLength(ca("top"), 1)));
        var lower = issue(Issuance.by(signer(top), ca("lower")));
        var bundle = PemFiles.write(List.of(OTHER, top.certificate()));
        var issuer = value(Issuer.read(lower.secret().with("ca.crt", bundle)));
        assertThat(issuer.path()).containsExactly(lower.certificate(), top.certificate());
        assertThat(value(Issuer.read(CA)).path())
                .containsExactly(root(KeySpec.ECDSA_P256).certificate());
    }

    private static X509Certificate notSigning() {
        return OddCertificates.certificate(
                "CN=odd",
                true,
                Duration.ofDays(1),
                Extension.keyUsage,
                new KeyUsage(KeyUsage.digitalSignature));
    }

    private static X509Certificate noCa() {
        return OddCertificates.certificate(
                "CN=odd",
                false,
                Duration.ofDays(1),
                Extension.keyUsage,
                new KeyUsage(KeyUsage.keyCertSign));
    }
}
