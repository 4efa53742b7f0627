package dev.dragoman.certificates.pki;

import static dev.dragoman.certificates.pki.PkiFixture.DAYS;
import static dev.dragoman.certificates.pki.PkiFixture.NOW;
import static dev.dragoman.certificates.pki.PkiFixture.RANDOM;
import static dev.dragoman.certificates.pki.PkiFixture.YEARS;
import static dev.dragoman.certificates.pki.PkiFixture.ca;
import static dev.dragoman.certificates.pki.PkiFixture.issue;
import static dev.dragoman.certificates.pki.PkiFixture.named;
import static dev.dragoman.certificates.pki.PkiFixture.root;
import static dev.dragoman.certificates.pki.PkiFixture.server;
import static dev.dragoman.certificates.pki.PkiFixture.signer;
import static dev.dragoman.certificates.pki.PkiFixture.with;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What others are asked to sign, and what may be used of their answers. */
class SigningRequestTest {
    private static final KeySpec KEY = KeySpec.ECDSA_P256;

    private final SigningRequest request = SigningRequest.of(server(), Optional.empty(), RANDOM);

    private static String pem(X509Certificate... certificates) {
        return new String(PemFiles.write(List.of(certificates)), StandardCharsets.US_ASCII);
    }

    private X509Certificate signed(Signer by) {
        return signed(by, NOW);
    }

    private X509Certificate signed(Signer by, Instant at) {
        return issue(Issuance.by(by, server()).keeping(request.pair()), at).certificate();
    }

    private static Issued between(Issued root) {
        return issue(Issuance.by(signer(root), Specs.ca("between", DAYS).with(KEY)));
    }

    private static KeyPair pairOf(Issued issued) {
        return new KeyPair(issued.certificate().getPublicKey(), issued.key());
    }

    private static Issued tall() {
        return issue(Issuance.selfSigned(Specs.ca("tall", YEARS).with(KEY).withPathLength(1)));
    }

    @Test
    void itSaysWhatIsAskedForAndNotTheKey() {
        assertThat(request.asked())
                .containsEntry("commonName", "server")
                .containsEntry("hosts", List.of("server.example.com"))
                .containsEntry("server", true)
                .containsEntry("client", false)
                .containsEntry("validFor", DAYS.toSeconds())
                .containsEntry("request", request.text());
        assertThat(request.text()).startsWith("-----BEGIN CERTIFICATE REQUEST-----\n");
        assertThat(request.toString()).isEqualTo("SigningRequest[server]");
    }

    /** Those that a certificate of our own CA has. */
    @ParameterizedTest
    @EnumSource(names = {"SERVER", "CLIENT", "CA"})
    void itAsksForTheExtensionsOfTheCertificate(Usage usage) throws IOException {
        // in place of a CA, one that says nothing of its use, and has no hosts
        var spec =
                usage == Usage.CA
                        ? with(server()).withHosts(List.of())
                        : with(server(), usage).with(KeySpec.RSA_2048);
        var asked = SigningRequest.of(spec, Optional.empty(), RANDOM);
        var body = asked.text().lines().filter(each -> !each.startsWith("-")).toList();
        var request =
                new PKCS10CertificationRequest(Base64.getDecoder().decode(String.join("", body)));
        assertThat(request.getSubject()).hasToString("O=marin3r.3scale.net,CN=server");
        var certificate =
                issue(Issuance.by(signer(root(KEY)), spec).keeping(asked.pair())).certificate();
        for (var id :
                List.of(
                        Extension.basicConstraints,
                        Extension.keyUsage,
                        Extension.extendedKeyUsage,
                        Extension.subjectAlternativeName)) {
            var in = request.getRequestedExtensions().getExtension(id);
            var there = certificate.getExtensionValue(id.getId());
            assertThat(in == null ? null : in.getExtnValue().getEncoded())
                    .as(id.getId())
                    .isEqualTo(there);
            assertThat(in != null && in.isCritical())
                    .isEqualTo(certificate.getCriticalExtensionOIDs().contains(id.getId()));
        }
    }

    @Test
    void aKeyOfTheKindIsKept() {
        var kept = SigningRequest.of(server(), Optional.of(request.pair()), RANDOM);
        assertThat(kept.pair()).isEqualTo(request.pair());
        var other = server().with(KeySpec.ED25519);
        assertThat(SigningRequest.of(other, Optional.of(request.pair()), RANDOM).pair())
                .isNotEqualTo(request.pair());
    }

    @Test
    void aRootMayStandInTheChain() {
        var root = root(KEY);
        var chain = List.of(pem(signed(signer(root)), root.certificate()));
        var issued = request.signed(chain, List.of(), NOW).toOptional().orElseThrow();
        assertThat(issued.chain()).hasSize(1);
        assertThat(issued.anchors()).containsExactly(root.certificate());
        assertThat(issued.key()).isEqualTo(request.pair().getPrivate());
        assertThat(Issuer.behind(issued.secret()).toOptional().orElseThrow().certificate())
                .isEqualTo(root.certificate());
    }

    @Test
    void thoseBetweenAreSent() {
        var top = tall();
        var middle = between(top);
        var chain = List.of(pem(signed(signer(middle))), pem(middle.certificate()));
        var issued =
                request.signed(chain, List.of(pem(top.certificate())), NOW)
                        .toOptional()
                        .orElseThrow();
        assertThat(issued.chain()).hasSize(2);
        var issuer = Issuer.behind(issued.secret()).toOptional().orElseThrow();
        assertThat(issuer.certificate()).isEqualTo(middle.certificate());
        assertThat(issuer.intermediates()).containsExactly(middle.certificate());
        assertThat(request.signed(chain, List.of(pem(middle.certificate())), NOW).problem())
                .as("who trusts what is between trusts it")
                .isEmpty();
    }

    /** As Vault's {@code ca_chain} has them. */
    @Test
    void thoseBetweenMayStandAmongTheRoots() {
        var top = tall();
        var middle = between(top);
        var issued =
                request.signed(
                                List.of(pem(signed(signer(middle)))),
                                List.of(pem(middle.certificate()), pem(top.certificate())),
                                NOW)
                        .toOptional()
                        .orElseThrow();
        assertThat(issued.chain()).contains(middle.certificate());
        assertThat(issued.anchors()).containsExactly(top.certificate());
    }

    /** A root that was made anew with its key, while the former one still stands beside it. */
    @Test
    void aFormerRootIsNotTrusted() {
        var pair = KEY.generate(RANDOM);
        var spec = ca("root").with(KEY);
        var before = issue(Issuance.selfSigned(with(spec, DAYS)).keeping(pair), NOW.minus(YEARS));
        var now = issue(Issuance.selfSigned(spec).keeping(pair));
        var issued =
                request.signed(
                                List.of(pem(signed(signer(now)))),
                                List.of(pem(before.certificate(), now.certificate())),
                                NOW)
                        .toOptional()
                        .orElseThrow();
        assertThat(issued.anchors()).containsExactly(now.certificate());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    short root  | before the certificate, which ends at
                    garbage     | the chain: has no certificate
                    other key   | the first certificate of the chain is for another key than the request
                    itself      | the first certificate of the chain is signed by itself
                    no root     | which is none of the trusted roots
                    other root  | which is none of the trusted roots
                    gap         | which is none of the trusted roots
                    disorder    | is not the CA that has signed the one before it
                    ended       | is valid from
                    ended root  | which is none of the trusted roots
                    bad roots   | the roots: has no certificate
                    """)
    void whatCannotBeUsedIsRefused(String which, String problem) {
        var root = root(KEY);
        var good = pem(signed(signer(root)));
        var top = tall();
        var middle = between(top);
        var below = pem(signed(signer(middle)));
        var later = NOW.plus(YEARS).plusSeconds(1);
        var roots = List.of(pem(root.certificate()));
        var tops = List.of(pem(top.certificate()));
        var itself = issue(Issuance.selfSigned(server()).keeping(request.pair())).certificate();
        var result =
                switch (which) {
                    case "short root" -> {
                        var brief = issue(Issuance.selfSigned(with(ca("brief").with(KEY), DAYS)));
                        var longer =
                                issue(
                                        Issuance.selfSigned(named(ca("x").with(KEY), "brief"))
                                                .keeping(pairOf(brief)));
                        yield request.signed(
                                List.of(
                                        pem(
                                                issue(
                                                                Issuance.by(
                                                                                signer(longer),
                                                                                with(
                                                                                        server(),
                                                                                        DAYS
                                                                                                .plusDays(
                                                                                                        1)))
                                                                        .keeping(request.pair()))
                                                        .certificate())),
                                List.of(pem(brief.certificate())),
                                NOW);
                    }
                    case "garbage" -> request.signed(List.of("garbage"), roots, NOW);
                    case "other key" ->
                            SigningRequest.of(server(), Optional.empty(), RANDOM)
                                    .signed(List.of(good), roots, NOW);
                    case "itself" -> request.signed(List.of(pem(itself)), List.of(), NOW);
                    case "no root" -> request.signed(List.of(good), List.of(), NOW);
                    case "other root" -> request.signed(List.of(good), tops, NOW);
                    case "gap" -> request.signed(List.of(below), tops, NOW);
                    case "disorder" -> request.signed(List.of(good, below), roots, NOW);
                    case "ended" ->
                            request.signed(List.of(good), roots, NOW.plus(DAYS).plusSeconds(1));
                    case "ended root" -> request.signed(List.of(good), roots, later);
                    default -> request.signed(List.of(good), List.of("garbage"), NOW);
                };
        assertThat(result.problem()).contains(problem);
    }
}
