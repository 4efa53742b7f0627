package dev.dragoman.certificates.pki;

import static dev.dragoman.certificates.pki.PkiFixture.NOW;
import static dev.dragoman.certificates.pki.PkiFixture.ca;
import static dev.dragoman.certificates.pki.PkiFixture.client;
import static dev.dragoman.certificates.pki.PkiFixture.issue;
import static dev.dragoman.certificates.pki.PkiFixture.named;
import static dev.dragoman.certificates.pki.PkiFixture.server;
import static dev.dragoman.certificates.pki.PkiFixture.signer;
import static dev.dragoman.certificates.pki.PkiFixture.with;
import static dev.dragoman.certificates.pki.PkiFixture.withPathLength;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.certificates.pki.Finding.Reason;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is found wrong with certificates of ours. */
class CertificateChecksTest {
    private static final Renewal RENEWAL = Renewal.usual("uid");
    private static final Issued CA = PkiFixture.root(KeySpec.ECDSA_P256);
    private static final Signer SIGNER = signer(CA);
    private static final Issued SERVER = issue(Issuance.by(SIGNER, server()));
    private static final Issued LONE = issue(Issuance.selfSigned(server()));

    /** A CA of the same name: the one that CA has become, or one that somebody else made. */
    private static final Issued NEXT =
            issue(Issuance.selfSigned(ca("root ECDSA 256").with(KeySpec.ECDSA_P256)));

    @Test
    void whatIsAsItShouldBeHasNoFinding() {
        assertThat(found(server(), SERVER.secret(), SIGNER)).isEmpty();
        assertThat(found(server(), LONE.secret(), null)).isEmpty();
        assertThat(found(ca("root ECDSA 256").with(KeySpec.ECDSA_P256), CA.secret(), null))
                .isEmpty();
        var both = with(server(), Usage.CLIENT, Usage.SERVER);
        assertThat(found(both, issue(Issuance.by(SIGNER, both)).secret(), SIGNER)).isEmpty();
        assertThat(found(client(), issue(Issuance.by(SIGNER, client())).secret(), SIGNER))
                .isEmpty();
        var any = with(client());
        assertThat(found(any, issue(Issuance.by(SIGNER, any)).secret(), SIGNER)).isEmpty();
        for (var key : KeySpec.values()) {
            var spec = server().with(key);
            var by = signer(key);
            assertThat(found(spec, issue(Issuance.by(by, spec)).secret(), by)).isEmpty();
        }
    }

    static Stream<Arguments> broken() {
        var secret = SERVER.secret();
        var garbage = "garbage".getBytes(US_ASCII);
        return Stream.of(
                arguments(
                        TlsSecret.none(),
                        "MISSING the Secret has no tls.crt; MISSING the Secret has no tls.key"),
                arguments(secret.without(TlsSecret.KEY), "MISSING the Secret has no tls.key"),
                arguments(
                        secret.with(TlsSecret.CERTIFICATE, new byte[0]),
                        "MISSING the Secret has no tls.crt"),
                arguments(
                        secret.with(TlsSecret.CERTIFICATE, garbage),
                        "UNREADABLE tls.crt has no certificate"),
                arguments(
                        secret.with(TlsSecret.KEY, garbage),
                        "UNREADABLE tls.key has 0 private keys; one is needed"),
                arguments(
                        secret.with(TlsSecret.CERTIFICATE, garbage).without(TlsSecret.KEY),
                        "MISSING the Secret has no tls.key; UNREADABLE tls.crt has no certificate"),
                arguments(
                        secret.with(TlsSecret.TRUST, garbage),
                        "UNREADABLE ca.crt has no certificate"),
                arguments(
                        secret.with(TlsSecret.KEY, LONE.secret().get(TlsSecret.KEY).orElseThrow()),
                        "KEY_MISMATCH tls.key does not belong to the certificate in tls.crt"),
                arguments(
                        secret.with(
                                TlsSecret.KEY,
                                PkiFixture.root(KeySpec.RSA_2048)
                                        .secret()
                                        .get(TlsSecret.KEY)
                                        .orElseThrow()),
                        "KEY_MISMATCH tls.key does not belong to the certificate in tls.crt"),
                arguments(secret.without(TlsSecret.TRUST), ""),
                arguments(
                        secret.with(TlsSecret.TRUST, PemFiles.write(NEXT.chain())),
                        "CHAIN ca.crt has no CA to which the chain in tls.crt leads"),
                arguments(
                        secret.with(
                                TlsSecret.TRUST,
                                PemFiles.write(List.of(NEXT.certificate(), CA.certificate()))),
                        ""),
                arguments(
                        secret.with(
                                TlsSecret.CERTIFICATE,
                                PemFiles.write(List.of(SERVER.certificate(), CA.certificate()))),
                        "CHAIN tls.crt has 1 certificates after the first; they must be the 0"
                                + " certificates of the issuer's chain"));
    }

    @ParameterizedTest(name = "{index}: {1}")
    @MethodSource("broken")
    void secretsThatSomebodyChanged(TlsSecret secret, String findings) {
        assertThat(found(server(), secret, SIGNER)).isEqualTo(findings);
    }

    static Stream<Arguments> issuers() {
        var forged = forged(SERVER.certificate());
        var other = signer(KeySpec.ED25519);
        var another = new Issuer(NEXT.certificate(), List.of(), NEXT.anchors());
        return Stream.of(
                arguments(
                        "signature changed",
                        SERVER.secret().with(TlsSecret.CERTIFICATE, forged),
                        Optional.of(SIGNER.issuer()),
                        "NOT_SIGNED the signature of tls.crt is not that of its issuer 'root ECDSA"
                                + " 256'; CHAIN ca.crt has no CA to which the chain in tls.crt"
                                + " leads"),
                arguments(
                        "another CA in the spec",
                        SERVER.secret(),
                        Optional.of(other.issuer()),
                        "ISSUER_CHANGED tls.crt was issued by 'CN=root ECDSA"
                                + " 256,O=marin3r.3scale.net', but its issuer must be 'root"
                                + " Ed25519'"),
                arguments(
                        "CA was renewed",
                        SERVER.secret(),
                        Optional.of(another),
                        "ISSUER_CHANGED tls.crt was issued by an earlier certificate of 'root"
                                + " ECDSA 256'"),
                arguments(
                        "to sign itself",
                        SERVER.secret(),
                        Optional.empty(),
                        "ISSUER_CHANGED tls.crt was issued by 'CN=root ECDSA"
                                + " 256,O=marin3r.3scale.net', but its issuer must be 'server'"),
                arguments(
                        "to be signed by a CA",
                        LONE.secret(),
                        Optional.of(SIGNER.issuer()),
                        "ISSUER_CHANGED tls.crt was issued by 'CN=server,O=marin3r.3scale.net',"
                                + " but its issuer must be 'root ECDSA 256'"),
                arguments(
                        "signs itself no more",
                        LONE.secret().with(TlsSecret.CERTIFICATE, forged(LONE.certificate())),
                        Optional.empty(),
                        "NOT_SIGNED the signature of tls.crt is not that of its issuer 'server';"
                                + " CHAIN ca.crt has no CA to which the chain in tls.crt leads"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("issuers")
    void certificatesOfOtherIssuers(
            String why, TlsSecret secret, Optional<Issuer> issuer, String findings) {
        assertThat(
                        found(
                                new ObservedCertificate(
                                        server(), secret, issuer, List.of(), true, false, RENEWAL),
                                NOW))
                .isEqualTo(findings);
    }

    static Stream<Arguments> changed() {
        return Stream.of(
                arguments(
                        named(server(), "other"),
                        "COMMON_NAME the common name is 'server', but the spec has 'other'"),
                arguments(
                        server().withHosts(List.of("b.example", "a.example")),
                        "HOSTS the hosts are [server.example.com], but the spec has [a.example,"
                                + " b.example]"),
                arguments(
                        with(server(), Usage.CLIENT),
                        "USAGES the certificate may not be used by a client, or may be used for more than that"),
                arguments(
                        with(server(), Usage.CLIENT, Usage.SERVER),
                        "USAGES the certificate may not be used by a server that is a client too, or may be used"
                                + " for more than that"),
                arguments(
                        with(server()),
                        "USAGES the certificate may not be used by servers and clients, or may be used for more"
                                + " than that"),
                arguments(
                        with(server(), Usage.CA),
                        "USAGES the certificate may not be used by a CA, or may be used for more than that;"
                                + " CA_FLAG the certificate is no CA, but the spec is"),
                arguments(
                        with(server(), Duration.ofDays(91)),
                        "DURATION the certificate is valid for 7776000 s, but validFor is 7862400 s"),
                arguments(
                        with(server(), Duration.ofDays(90).minusSeconds(1)),
                        "DURATION the certificate is valid for 7776000 s, but validFor is 7775999 s"),
                arguments(
                        server().with(KeySpec.ED25519),
                        "KEY_SPEC the key is ECDSA 256, but the spec has Ed25519"),
                arguments(
                        named(server().with(KeySpec.RSA_2048), "other"),
                        "COMMON_NAME the common name is 'server', but the spec has 'other'; KEY_SPEC"
                                + " the key is ECDSA 256, but the spec has RSA 2048"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("changed")
    void specsThatSomebodyChanged(CertificateSpec spec, String findings) {
        assertThat(found(spec, SERVER.secret(), SIGNER)).isEqualTo(findings);
    }

    @Test
    void casThatAreToBeOthers() {
        var spec = ca("root ECDSA 256").with(KeySpec.ECDSA_P256);
        assertThat(found(withPathLength(spec, 1), CA.secret(), null))
                .isEqualTo("CA_FLAG the CA's path length is 0, but should be 1");
        assertThat(found(with(spec, Usage.CLIENT), CA.secret(), null))
                .isEqualTo(
                        "USAGES the certificate may not be used by a client, or may be used for more than that;"
                                + " CA_FLAG the certificate is a CA, but the spec is not");
    }

    @Test
    void aCaBelowAnotherHasTheLengthThatIsLeftToIt() {
        var top = issue(Issuance.selfSigned(withPathLength(ca("top"), 1)));
        var spec = withPathLength(ca("lower"), 3);
        var lower = issue(Issuance.by(signer(top), spec));
        assertThat(found(spec, lower.secret(), signer(top))).isEmpty();
        var leaf = issue(Issuance.by(signer(lower), server()));
        assertThat(found(server(), leaf.secret(), signer(lower))).isEmpty();
        var alone = PemFiles.write(List.of(leaf.certificate()));
        assertThat(found(server(), leaf.secret().with(TlsSecret.CERTIFICATE, alone), signer(lower)))
                .isEqualTo(
                        "CHAIN tls.crt has 0 certificates after the first; they must be the 1"
                                + " certificates of the issuer's chain");
    }

    /** Whoever has no root trusts the CA itself. */
    @Test
    void aCaBelowAnotherMayBeTrustedByItself() {
        var top = issue(Issuance.selfSigned(withPathLength(ca("top"), 1)));
        var lower = issue(Issuance.by(signer(top), ca("lower")));
        var by = PkiFixture.value(Signer.read(lower.secret().without(TlsSecret.TRUST)));
        var leaf = issue(Issuance.by(by, server()));
        assertThat(leaf.anchors()).containsExactly(lower.certificate());
        assertThat(found(server(), leaf.secret(), by)).isEmpty();
    }

    static Stream<Arguments> times() {
        var begin = Validity.of(SERVER.certificate()).notBefore();
        var end = Validity.of(SERVER.certificate()).notAfter();
        var due = RENEWAL.at(SERVER.certificate());
        var isDue =
                "DUE the renewal is due since %s; the certificate ends at %s".formatted(due, end);
        return Stream.of(
                arguments("at its begin", begin, true, ""),
                arguments("a moment before the renewal", due.minusMillis(1), true, ""),
                arguments("at the renewal", due, true, isDue),
                arguments("at the renewal, where there is none", due, false, ""),
                arguments("at its end", end, true, isDue),
                arguments(
                        "after its end",
                        end.plusMillis(1),
                        true,
                        "EXPIRED the certificate expired at %s; %s".formatted(end, isDue)),
                arguments(
                        "after its end, without renewal",
                        end.plusMillis(1),
                        false,
                        "EXPIRED the certificate expired at " + end),
                arguments(
                        "clock set back",
                        begin.minusMillis(1),
                        true,
                        "NOT_YET_VALID the certificate is not valid before " + begin),
                arguments(
                        "clock set back by years",
                        Instant.EPOCH,
                        true,
                        "NOT_YET_VALID the certificate is not valid before " + begin));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("times")
    void timePasses(String why, Instant now, boolean renewed, String findings) {
        var renewal = renewed ? RENEWAL : RENEWAL.off();
        var observed =
                new ObservedCertificate(
                        server(),
                        SERVER.secret(),
                        Optional.of(SIGNER.issuer()),
                        List.of(),
                        true,
                        false,
                        renewal);
        assertThat(found(observed, now)).isEqualTo(findings);
    }

    /** Each renewal would give it a fifth of the life that is left, until there is none. */
    @Test
    void whatEndsWithItsIssuerIsNotRenewedBeforeItsIssuerIs() {
        var ca = issue(Issuance.selfSigned(with(ca("short"), Duration.ofDays(30))));
        var issued = issue(Issuance.by(signer(ca), server()));
        var end = Validity.of(ca.certificate()).notAfter();
        assertThat(Validity.of(issued.certificate()).notAfter()).isEqualTo(end);
        var observed = observed(server(), issued.secret(), signer(ca));
        assertThat(found(observed, end)).isEmpty();
        assertThat(found(observed, end.plusSeconds(1)))
                .isEqualTo("EXPIRED the certificate expired at " + end);
        // it was cut, so a longer life in the spec changes nothing, and a shorter one does
        assertThat(found(with(server(), Duration.ofDays(900)), issued.secret(), signer(ca)))
                .isEmpty();
        assertThat(found(with(server(), Duration.ofDays(1)), issued.secret(), signer(ca)))
                .isEqualTo(
                        "DURATION the certificate is valid for 2592000 s, but validFor is 86400 s");
    }

    /** The key is the same, and the certificate of the CA is another one. */
    @Test
    void issuersThatEndEarlierOrLaterThanBefore() {
        var shorter = OddCertificates.lasting(Duration.ofDays(30));
        var end = Validity.of(shorter.issuer().certificate()).notAfter();
        var issued = issue(Issuance.by(OddCertificates.lasting(Duration.ofDays(365)), server()));
        assertThat(found(server(), issued.secret(), shorter))
                .isEqualTo(
                        "OUTLIVES_ISSUER the certificate ends at %s, after its issuer, which ends at %s"
                                .formatted(Validity.of(issued.certificate()).notAfter(), end));
        var cut = issue(Issuance.by(shorter, server()));
        assertThat(found(server(), cut.secret(), OddCertificates.lasting(Duration.ofDays(365))))
                .startsWith("DURATION the certificate is valid for 2592000 s");
    }

    @Test
    void findingsAreInTheOrderOfTheirWeight() {
        var spec = named(server().withHosts(List.of("a.example")), "other").with(KeySpec.ED25519);
        var secret =
                SERVER.secret().with(TlsSecret.KEY, LONE.secret().get("tls.key").orElseThrow());
        var observed =
                new ObservedCertificate(
                        with(spec, Usage.CA),
                        secret,
                        Optional.empty(),
                        List.of(),
                        true,
                        false,
                        RENEWAL);
        assertThat(CertificateChecks.findings(observed, Instant.EPOCH))
                .extracting(Finding::reason)
                .containsExactly(
                        Reason.KEY_MISMATCH,
                        Reason.ISSUER_CHANGED,
                        Reason.COMMON_NAME,
                        Reason.HOSTS,
                        Reason.USAGES,
                        Reason.CA_FLAG,
                        Reason.KEY_SPEC,
                        Reason.NOT_YET_VALID);
    }

    @Test
    void reasonsAreFitForConditions() {
        assertThat(Arrays.stream(Reason.values()).map(Reason::text))
                .doesNotHaveDuplicates()
                .allMatch(each -> each.matches("[A-Z][A-Za-z]+"));
    }

    /** The same with another last byte. */
    private static byte[] forged(X509Certificate certificate) {
        var der = PemFiles.der(certificate);
        der[der.length - 1] ^= 1;
        return Pem.write("CERTIFICATE", der).getBytes(US_ASCII);
    }

    private static String found(CertificateSpec spec, TlsSecret secret, Signer by) {
        return found(observed(spec, secret, by), NOW);
    }

    private static ObservedCertificate observed(CertificateSpec spec, TlsSecret secret, Signer by) {
        return new ObservedCertificate(
                spec,
                secret,
                Optional.ofNullable(by).map(Signer::issuer),
                List.of(),
                true,
                false,
                RENEWAL);
    }

    private static String found(ObservedCertificate observed, Instant now) {
        return String.join(
                "; ",
                CertificateChecks.findings(observed, now).stream()
                        .map(each -> each.reason() + " " + each.message())
                        .toList());
    }
}
