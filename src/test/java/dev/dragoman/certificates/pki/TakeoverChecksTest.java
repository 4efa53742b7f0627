package dev.dragoman.certificates.pki;

import static dev.dragoman.certificates.pki.PkiFixture.NOW;
import static dev.dragoman.certificates.pki.PkiFixture.marin3r;
import static dev.dragoman.certificates.pki.PkiFixture.named;
import static dev.dragoman.certificates.pki.PkiFixture.value;
import static dev.dragoman.certificates.pki.PkiFixture.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.certificates.pki.Finding.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.junit.jupiter.api.Test;

/** Certificates that MARIN3R made: taking over issues none of them anew. */
class TakeoverChecksTest {
    private static final Renewal RENEWAL = Renewal.usual("uid");
    private static final CertificateSpec CA =
            Specs.ca("marin3r-ca-instance", Duration.ofDays(1095))
                    .withHosts(List.of("marin3r-ca-instance"));
    private static final CertificateSpec SERVER =
            Specs.server(
                    "marin3r-server-instance",
                    List.of("marin3r-server-instance"),
                    Duration.ofDays(90));
    private static final CertificateSpec CLIENT =
            with(
                    CertificateSpec.client("envoy-sidecar-client-cert", Duration.ofDays(2))
                            .withHosts(List.of("envoy-sidecar-client-cert")));
    private static final Issuer ISSUER = value(Issuer.read(marin3r("ca")));

    @Test
    void areAcceptedAsTheyAre() {
        assertThat(found("ca", CA, Optional.empty(), NOW)).isEmpty();
        assertThat(found("server", SERVER, Optional.of(ISSUER), NOW)).isEmpty();
        assertThat(found("client", CLIENT, Optional.of(ISSUER), NOW)).isEmpty();
        var blank = named(CLIENT, "My Client").withHosts(List.of("My Client"));
        assertThat(found("blank", blank, Optional.of(ISSUER), NOW)).isEmpty();
        var addresses =
                Specs.server(
                        "example.com",
                        List.of("example.com", "127.0.0.1", "fd00::1"),
                        Duration.ofHours(1));
        var then = Instant.parse("2026-11-01T10:00:00Z");
        assertThat(found("addresses", addresses, Optional.empty(), then)).isEmpty();
    }

    /** The same ones would be found wanting, had we issued them. */
    @Test
    void lackWhatOursHave() {
        assertThat(found(marin3r("client"), CLIENT, Optional.of(ISSUER), true)).isEmpty();
        assertThat(found(marin3r("ca"), CA, Optional.empty(), true))
                .containsExactly(Reason.USAGES, Reason.CA_FLAG);
        assertThat(found(marin3r("server"), SERVER, Optional.of(ISSUER), true)).isEmpty();
    }

    @Test
    void areIssuedAnewForEachOtherReason() {
        var issuer = Optional.of(ISSUER);
        assertThat(found("server", named(SERVER, "other"), issuer, NOW))
                .containsExactly(Reason.COMMON_NAME);
        assertThat(found("server", SERVER.withHosts(List.of("a.example")), issuer, NOW))
                .containsExactly(Reason.HOSTS);
        assertThat(found("server", with(SERVER, Usage.SERVER, Usage.CLIENT), issuer, NOW))
                .containsExactly(Reason.USAGES);
        assertThat(found("server", with(SERVER, Usage.CLIENT), issuer, NOW))
                .containsExactly(Reason.USAGES);
        assertThat(found("server", with(SERVER, Usage.CA), issuer, NOW))
                .containsExactly(Reason.USAGES, Reason.CA_FLAG);
        assertThat(found("ca", with(CA, Usage.CLIENT), Optional.empty(), NOW))
                .containsExactly(Reason.USAGES, Reason.CA_FLAG);
        assertThat(found("client", with(CLIENT, Duration.ofDays(3)), issuer, NOW))
                .containsExactly(Reason.DURATION);
        assertThat(found("client", CLIENT.with(KeySpec.ECDSA_P256), issuer, NOW))
                .containsExactly(Reason.KEY_SPEC);
        assertThat(found("server", SERVER, Optional.empty(), NOW))
                .containsExactly(Reason.ISSUER_CHANGED);
        var leavesOnly = PkiFixture.issue(Issuance.selfSigned(CA)).secret();
        var longer = PkiFixture.withPathLength(CA, 1);
        assertThat(found(leavesOnly, longer, Optional.empty(), false))
                .containsExactly(Reason.CA_FLAG);
        var stolen = marin3r("server").with("tls.key", PkiFixture.resource("client.key"));
        assertThat(found(stolen, SERVER, issuer, false)).containsExactly(Reason.KEY_MISMATCH);
    }

    /** MARIN3R did so at eighty of a hundred; up to two of these may come off. */
    @Test
    void areRenewedAtTheTimeOfThePredecessor() {
        var begin = Instant.parse("2026-11-01T10:00:00Z");
        var earliest = begin.plus(Duration.ofDays(2).multipliedBy(78).dividedBy(100));
        var latest = begin.plus(Duration.ofDays(2).multipliedBy(80).dividedBy(100));
        var issuer = Optional.of(ISSUER);
        assertThat(found("client", CLIENT, issuer, earliest.minusSeconds(1))).isEmpty();
        assertThat(found("client", CLIENT, issuer, latest)).containsExactly(Reason.DUE);
    }

    /** The CA of such a version says nothing of its key; neither do its leaves. */
    @Test
    void withoutKeyIdentifiersTheSignatureDecides() {
        var usage = new KeyUsage(KeyUsage.keyCertSign);
        var bare = OddCertificates.ca("O=others, CN=bare", Extension.keyUsage, usage);
        var leaf = PkiFixture.issue(Issuance.by(bare, CLIENT));
        assertThat(Certificates.signed(bare.issuer().certificate(), leaf.certificate())).isTrue();
        assertThat(found(leaf.secret(), CLIENT, Optional.of(bare.issuer()), true)).isEmpty();
        var former =
                CertificateChecks.findings(
                        new ObservedCertificate(
                                CLIENT,
                                marin3r("client"),
                                Optional.of(successor()),
                                List.of(ISSUER.certificate()),
                                false,
                                false,
                                RENEWAL),
                        NOW);
        assertThat(former).extracting(Finding::reason).containsExactly(Reason.ISSUER_CHANGED);
    }

    /** Neither certificate says anything of its key, so a former one has to be known. */
    @Test
    void aFormerCaOfTheSameNameIsTold() {
        var other =
                OddCertificates.certificate(
                        "O=marin3r.3scale.net, CN=marin3r-ca-instance",
                        true,
                        Duration.ofDays(30),
                        Extension.keyUsage,
                        new KeyUsage(KeyUsage.keyCertSign));
        var issuer = Optional.of(new Issuer(other, List.of(), List.of(other)));
        assertThat(found("client", CLIENT, issuer, NOW)).containsExactly(Reason.NOT_SIGNED);
        var former = List.of(ISSUER.certificate());
        var known =
                new ObservedCertificate(
                        CLIENT, marin3r("client"), issuer, former, false, false, RENEWAL);
        assertThat(reasons(known, NOW)).containsExactly(Reason.ISSUER_CHANGED);
    }

    /** It never sent those between; what somebody else put there has to be right. */
    @Test
    void mayLackWhatIsBetweenThemAndTheRoot() {
        var top = PkiFixture.issue(Issuance.selfSigned(PkiFixture.withPathLength(CA, 1)));
        var between = named(CA, "between");
        var by = PkiFixture.signer(PkiFixture.issue(Issuance.by(PkiFixture.signer(top), between)));
        var leaf = PkiFixture.issue(Issuance.by(by, SERVER));
        var issuer = Optional.of(by.issuer());
        var alone =
                leaf.secret()
                        .with(TlsSecret.CERTIFICATE, PemFiles.write(List.of(leaf.certificate())))
                        .without(TlsSecret.TRUST);
        assertThat(found(alone, SERVER, issuer, false)).isEmpty();
        assertThat(found(alone, SERVER, issuer, true)).containsExactly(Reason.CHAIN);
        var wrong = PemFiles.write(List.of(leaf.certificate(), top.certificate()));
        assertThat(found(alone.with(TlsSecret.CERTIFICATE, wrong), SERVER, issuer, false))
                .containsExactly(Reason.CHAIN);
    }

    /** A leaf that outlives its issuer is of no use then, and its issuer is renewed before. */
    @Test
    void mayEndAfterTheirIssuer() {
        var year = OddCertificates.lasting(Duration.ofDays(30));
        var leaf =
                PkiFixture.issue(
                        Issuance.by(OddCertificates.lasting(Duration.ofDays(365)), SERVER));
        assertThat(found(leaf.secret(), SERVER, Optional.of(year.issuer()), false)).isEmpty();
        assertThat(found(leaf.secret(), SERVER, Optional.of(year.issuer()), true))
                .containsExactly(Reason.OUTLIVES_ISSUER);
    }

    private static Issuer successor() {
        return PkiFixture.signer(PkiFixture.issue(Issuance.selfSigned(CA))).issuer();
    }

    private static List<Reason> found(
            String name, CertificateSpec spec, Optional<Issuer> issuer, Instant now) {
        return reasons(
                new ObservedCertificate(
                        spec, marin3r(name), issuer, List.of(), false, false, RENEWAL),
                now);
    }

    private static List<Reason> found(
            TlsSecret secret, CertificateSpec spec, Optional<Issuer> issuer, boolean ours) {
        return reasons(
                new ObservedCertificate(spec, secret, issuer, List.of(), ours, false, RENEWAL),
                NOW);
    }

    private static List<Reason> reasons(ObservedCertificate observed, Instant now) {
        return CertificateChecks.findings(observed, now).stream().map(Finding::reason).toList();
    }
}
