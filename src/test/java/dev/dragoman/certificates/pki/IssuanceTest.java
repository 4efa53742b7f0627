package dev.dragoman.certificates.pki;

import static dev.dragoman.certificates.pki.PkiFixture.NOW;
import static dev.dragoman.certificates.pki.PkiFixture.RANDOM;
import static dev.dragoman.certificates.pki.PkiFixture.YEARS;
import static dev.dragoman.certificates.pki.PkiFixture.ca;
import static dev.dragoman.certificates.pki.PkiFixture.client;
import static dev.dragoman.certificates.pki.PkiFixture.issue;
import static dev.dragoman.certificates.pki.PkiFixture.named;
import static dev.dragoman.certificates.pki.PkiFixture.root;
import static dev.dragoman.certificates.pki.PkiFixture.server;
import static dev.dragoman.certificates.pki.PkiFixture.signer;
import static dev.dragoman.certificates.pki.PkiFixture.value;
import static dev.dragoman.certificates.pki.PkiFixture.with;
import static dev.dragoman.certificates.pki.PkiFixture.withPathLength;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What issued certificates are, and which are not issued. */
class IssuanceTest {
    private static final String BASIC_CONSTRAINTS = "2.5.29.19";
    private static final String KEY_USAGE = "2.5.29.15";
    private static final String SUBJECT_KEY = "2.5.29.14";
    private static final String AUTHORITY_KEY = "2.5.29.35";
    private static final String EXTENDED_USAGE = "2.5.29.37";
    private static final String NAMES = "2.5.29.17";

    @ParameterizedTest
    @EnumSource
    void aCaSignsLeavesAndNothingElse(KeySpec key) throws Exception {
        var certificate = root(key).certificate();
        certificate.verify(certificate.getPublicKey());
        assertThat(certificate.getBasicConstraints()).isZero();
        assertThat(usages(certificate))
                .containsExactly(Certificates.CERTIFICATE_SIGN, Certificates.CRL_SIGN);
        assertThat(certificate.getExtendedKeyUsage()).isNull();
        assertThat(certificate.getCriticalExtensionOIDs())
                .containsExactlyInAnyOrder(BASIC_CONSTRAINTS, KEY_USAGE);
        assertThat(certificate.getNonCriticalExtensionOIDs())
                .containsExactlyInAnyOrder(SUBJECT_KEY, AUTHORITY_KEY);
        assertThat(KeySpec.of(certificate.getPublicKey())).contains(key);
    }

    @ParameterizedTest
    @EnumSource
    void aKeyThatIsKeptBelongsToTheCertificate(KeySpec key) {
        var wanted = Issuance.by(signer(KeySpec.ECDSA_P256), server().with(key));
        var made = issue(wanted);
        // as it is read from a Secret
        var read = value(made.secret().key().orElseThrow());
        assertThat(Certificates.belong(made.certificate(), read)).isTrue();

        var pair = key.generate(RANDOM);
        var kept = issue(wanted.keeping(pair));
        assertThat(kept.certificate().getPublicKey()).isEqualTo(pair.getPublic());
        assertThat(Certificates.belong(kept.certificate(), pair.getPrivate())).isTrue();
        var torn = new KeyPair(pair.getPublic(), read);
        assertThat(Certificates.belong(issue(wanted.keeping(torn)).certificate(), read)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aServerHasItsNamesAndMaySignAndDecrypt(KeySpec key) throws Exception {
        var spec =
                server().with(key).withHosts(List.of("*.Example.com", "192.0.2.1", "2001:db8::1"));
        var certificate = issue(Issuance.by(signer(key), spec)).certificate();
        certificate.verify(root(key).certificate().getPublicKey());
        assertThat(Certificates.hosts(certificate))
                .containsExactlyInAnyOrder("*.example.com", "192.0.2.1", "2001:db8:0:0:0:0:0:1");
        assertThat(usages(certificate))
                .isEqualTo(
                        key.text().startsWith("RSA")
                                ? List.of(
                                        Certificates.DIGITAL_SIGNATURE,
                                        Certificates.KEY_ENCIPHERMENT)
                                : List.of(Certificates.DIGITAL_SIGNATURE));
        assertThat(certificate.getExtendedKeyUsage()).containsExactly(SpecChecks.SERVER_AUTH);
        assertThat(certificate.getBasicConstraints()).isNegative();
        assertThat(certificate.getCriticalExtensionOIDs())
                .containsExactlyInAnyOrder(BASIC_CONSTRAINTS, KEY_USAGE);
        assertThat(certificate.getNonCriticalExtensionOIDs())
                .containsExactlyInAnyOrder(SUBJECT_KEY, AUTHORITY_KEY, EXTENDED_USAGE, NAMES);
    }

    @Test
    void clientsAndThoseThatAreBothSaySo() throws Exception {
        var by = signer(KeySpec.ECDSA_P256);
        var client = issue(Issuance.by(by, client())).certificate();
        assertThat(client.getExtendedKeyUsage()).containsExactly(SpecChecks.CLIENT_AUTH);
        assertThat(client.getSubjectAlternativeNames()).isNull();
        var rsa = issue(Issuance.by(by, client().with(KeySpec.RSA_2048))).certificate();
        assertThat(usages(rsa)).containsExactly(Certificates.DIGITAL_SIGNATURE);
        var both = with(server(), Usage.SERVER, Usage.CLIENT);
        assertThat(issue(Issuance.by(by, both)).certificate().getExtendedKeyUsage())
                .containsExactly(SpecChecks.SERVER_AUTH, SpecChecks.CLIENT_AUTH);
    }

    /**
     * As MARIN3R's are, which servers use too: TLS clients refuse one that is for clients alone.
     */
    @Test
    void whatIsForNothingInParticularMayBeUsedByServersAndClients() throws Exception {
        var by = signer(KeySpec.ECDSA_P256);
        var any = issue(Issuance.by(by, with(client()))).certificate();
        assertThat(any.getExtendedKeyUsage()).isNull();
        assertThat(usages(any)).containsExactly(Certificates.DIGITAL_SIGNATURE);
        var rsa = issue(Issuance.by(by, with(client()).with(KeySpec.RSA_2048))).certificate();
        assertThat(usages(rsa))
                .containsExactly(Certificates.DIGITAL_SIGNATURE, Certificates.KEY_ENCIPHERMENT);
    }

    @Test
    void subjectIsThatOfThePredecessorAndTheIssuerIsCopiedToTheByte() {
        var ours = issue(Issuance.selfSigned(named(client(), "a, b=c")));
        assertThat(ours.certificate().getSubjectX500Principal().getName())
                .isEqualTo("CN=a\\, b\\=c,O=marin3r.3scale.net");
        var theirs = PkiFixture.value(Signer.read(PkiFixture.marin3r("ca")));
        var leaf = issue(Issuance.by(theirs, client())).certificate();
        assertThat(leaf.getIssuerX500Principal().getEncoded())
                .isEqualTo(theirs.issuer().certificate().getSubjectX500Principal().getEncoded());
        // so that all who verify find the issuer by its key
        assertThat(X509Encoding.authorityKeyId(leaf).orElseThrow())
                .isEqualTo(X509Encoding.subjectKeyId(theirs.issuer().certificate()).orElseThrow());
    }

    @Property(tries = 100)
    void anyCommonNameThatIsAllowedComesBack(@ForAll String name) {
        var spec = named(client(), name);
        var issued = Issuance.selfSigned(spec).issue(NOW, RANDOM);
        assertThat(issued.toOptional().isPresent()).isEqualTo(spec.problems().isEmpty());
        issued.toOptional()
                .ifPresent(
                        each ->
                                assertThat(X509Encoding.commonName(each.certificate()))
                                        .contains(name));
    }

    @Test
    void serialNumbersAndKeysAreNeverTheSame() {
        var issued =
                IntStream.range(0, 50)
                        .mapToObj(_ -> issue(Issuance.selfSigned(client())).certificate())
                        .toList();
        assertThat(issued)
                .extracting(X509Certificate::getSerialNumber)
                .doesNotHaveDuplicates()
                // more than 64 bits by chance: nobody guesses the next one
                .allMatch(each -> each.signum() > 0 && each.bitLength() > 64)
                .allMatch(each -> each.toByteArray().length <= 20);
        assertThat(issued).extracting(X509Certificate::getPublicKey).doesNotHaveDuplicates();
    }

    @Test
    void aSerialNumberIsNeverZero() {
        var zeros =
                new SecureRandom() {
                    @Override
                    public void nextBytes(byte[] bytes) {
                        Arrays.fill(bytes, (byte) 0);
                    }
                };
        var spec = client().with(KeySpec.ED25519);
        var issued = PkiFixture.value(Issuance.selfSigned(spec).issue(NOW, zeros));
        assertThat(issued.certificate().getSerialNumber()).isEqualTo(BigInteger.ONE);
    }

    /** Whatever its issuer was made with: who verifies compares the two. */
    @Test
    void theIssuersKeyIdIsCopied() {
        var first = OddCertificates.ca("CN=odd", Extension.subjectKeyIdentifier, keyId(1));
        var second = OddCertificates.ca("CN=odd", Extension.subjectKeyIdentifier, keyId(2));
        var leaf = issue(Issuance.by(first, client())).certificate();
        assertThat(X509Encoding.authorityKeyId(leaf).orElseThrow()).containsExactly(1);
        assertThat(Certificates.signed(first.issuer().certificate(), leaf)).isTrue();
        // name and signature fit, and OpenSSL would refuse it all the same
        assertThat(Certificates.signed(second.issuer().certificate(), leaf)).isFalse();
    }

    private static SubjectKeyIdentifier keyId(int number) {
        return new SubjectKeyIdentifier(new byte[] {(byte) number});
    }

    /** As Go has it. */
    @Test
    void theLastCommonNameCounts() {
        var odd = OddCertificates.ca("CN=first, CN=last", Extension.subjectKeyIdentifier, keyId(1));
        assertThat(Certificates.name(odd.issuer().certificate())).isEqualTo("last");
    }

    @Test
    void aLeafIsWithinItsIssuersLife() {
        var ca = issue(Issuance.selfSigned(with(ca("ca"), Duration.ofHours(1))));
        var begin = Validity.of(ca.certificate()).notBefore();
        var end = Validity.of(ca.certificate()).notAfter();
        var leaf = Validity.of(PkiFixture.leaf(ca, client(), begin.plusSeconds(1)));
        assertThat(leaf).isEqualTo(new Validity(begin, end));
        var late = Validity.of(PkiFixture.leaf(ca, client(), end.minusSeconds(1)));
        assertThat(late).isEqualTo(new Validity(end.minusSeconds(301), end));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-01T11:56:59Z, the issuer 'ca' cannot sign the certificate: the issuer is not valid before"
                + " 2026-11-01T11:57:00Z",
        "2026-11-01T12:57:00Z, the issuer 'ca' cannot sign the certificate: the issuer expired at"
                + " 2026-11-01T12:57:00Z"
    })
    void anIssuerSignsOnlyWhileItIsValid(Instant now, String problem) {
        var ca = issue(Issuance.selfSigned(with(ca("ca"), Duration.ofHours(1))));
        assertThat(Issuance.by(signer(ca), client()).issue(now, RANDOM).problem())
                .isEqualTo(problem);
    }

    @Test
    void whatIsWrongIsNotIssued() {
        var wrong = named(with(client(), Duration.ZERO), "");
        var problem =
                "commonName: is empty; write a name; validFor: is 0 s; write 5 to 3155760000 (100"
                        + " years)";
        assertThat(Issuance.selfSigned(wrong).issue(NOW, RANDOM).problem()).isEqualTo(problem);
        assertThat(Issuance.by(signer(KeySpec.ED25519), wrong).issue(NOW, RANDOM).problem())
                .isEqualTo(problem);
    }

    @Test
    void thoseBetweenAreSentAndTheRootIsTrusted() {
        var top = issue(Issuance.selfSigned(withPathLength(ca("top"), 2)));
        var upper = issue(Issuance.by(signer(top), withPathLength(ca("upper"), 5)));
        var lower = issue(Issuance.by(signer(upper), ca("lower")));
        var leaf = issue(Issuance.by(signer(lower), client()));
        assertThat(leaf.chain())
                .containsExactly(leaf.certificate(), lower.certificate(), upper.certificate());
        assertThat(leaf.anchors()).containsExactly(top.certificate());
        assertThat(leaf.chain())
                .extracting(X509Certificate::getBasicConstraints)
                .containsExactly(-1, 0, 1);
        assertThat(Issuance.by(signer(lower), ca("lowest")).issue(NOW, RANDOM).problem())
                .isEqualTo(
                        "the issuer 'lower' cannot sign the certificate: the issuer may sign no CAs, since its path"
                                + " length is 0");
    }

    @Test
    void aRootWithItsOwnRootInTheChainIsNotSent() {
        var top = issue(Issuance.selfSigned(withPathLength(ca("top"), 1)));
        var lower = issue(Issuance.by(signer(top), ca("lower")));
        var whole = new ArrayList<>(lower.chain());
        whole.add(top.certificate());
        var secret = lower.secret().without(TlsSecret.TRUST);
        var by =
                PkiFixture.value(
                        Signer.read(secret.with(TlsSecret.CERTIFICATE, PemFiles.write(whole))));
        assertThat(by.issuer().intermediates()).containsExactly(lower.certificate());
        assertThat(by.issuer().anchors()).containsExactly(top.certificate());
        var alone = PkiFixture.value(Signer.read(secret)).issuer();
        assertThat(alone.intermediates()).containsExactly(lower.certificate());
        assertThat(alone.anchors()).containsExactly(lower.certificate());
    }

    @Test
    void theSecretHasAllThatIsNeededAndCanBeReadAgain() {
        var issued = issue(Issuance.by(signer(KeySpec.ECDSA_P384), server()));
        var secret = issued.secret();
        assertThat(secret.data().keySet())
                .isEqualTo(new HashSet<>(List.of("tls.crt", "tls.key", "ca.crt")));
        assertThat(PkiFixture.value(PemFiles.certificates(secret.get("tls.crt").orElseThrow())))
                .isEqualTo(issued.chain());
        assertThat(PkiFixture.value(PemFiles.certificates(secret.get("ca.crt").orElseThrow())))
                .isEqualTo(issued.anchors());
        var key = PkiFixture.value(PemFiles.privateKey(secret.get("tls.key").orElseThrow()));
        assertThat(Certificates.belong(issued.certificate(), key)).isTrue();
    }

    private static List<Integer> usages(X509Certificate certificate) {
        var bits = certificate.getKeyUsage();
        return IntStream.range(0, bits.length).filter(bit -> bits[bit]).boxed().toList();
    }

    @Test
    void aKeyThatIsThereIsKeptWhereItIsOfTheKind() {
        var there = KeySpec.ECDSA_P256.generate(RANDOM);
        var wanted = Issuance.selfSigned(server());
        assertThat(issue(wanted.keeping(there)).certificate().getPublicKey())
                .isEqualTo(there.getPublic());
        var other = wanted.keeping(KeySpec.ED25519.generate(RANDOM));
        assertThat(KeySpec.of(issue(other).certificate().getPublicKey()))
                .contains(KeySpec.ECDSA_P256);
    }

    /** Keys of others, which have curves that ours have not. */
    @ParameterizedTest
    @CsvSource({"secp256r1, 256", "secp384r1, 384", "secp521r1, 512"})
    void aKeyOnACurveSignsWithAHashOfItsLength(String curve, int bits) throws Exception {
        var generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(curve));
        assertThat(X509Encoding.signatureAlgorithm(generator.generateKeyPair().getPublic()))
                .contains("SHA%dwithECDSA".formatted(bits));
    }

    @Test
    void withoutACommonNameItIsNamedByItsSubject() {
        var unnamed =
                OddCertificates.certificate(
                        "O=others", true, YEARS, Extension.subjectKeyIdentifier, DERNull.INSTANCE);
        assertThat(Certificates.name(unnamed)).isEqualTo("O=others");
        assertThat(Certificates.name(root(KeySpec.ECDSA_P256).certificate()))
                .isEqualTo("root ECDSA 256");
    }
}
