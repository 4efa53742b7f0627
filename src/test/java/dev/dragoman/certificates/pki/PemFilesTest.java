package dev.dragoman.certificates.pki;

import static dev.dragoman.certificates.pki.PkiFixture.value;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPrivateCrtKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys and certificates as text. */
class PemFilesTest {
    @ParameterizedTest
    @EnumSource
    void keysAreWrittenAsPkcs8AndReadAgain(KeySpec spec) {
        var pair = spec.generate(PkiFixture.RANDOM);
        var text = PemFiles.write(pair.getPrivate());
        assertThat(new String(text, US_ASCII))
                .startsWith("-----BEGIN PRIVATE KEY-----\n")
                .endsWith("\n-----END PRIVATE KEY-----\n");
        assertThat(value(PemFiles.privateKey(text)).getEncoded())
                .isEqualTo(pair.getPrivate().getEncoded());
    }

    @ParameterizedTest
    @EnumSource(names = {"RSA_2048", "ECDSA_P256", "ECDSA_P384"})
    void olderFormsOfKeysAreRead(KeySpec spec) throws Exception {
        var key = spec.generate(PkiFixture.RANDOM).getPrivate();
        var info = PrivateKeyInfo.getInstance(key.getEncoded());
        var inner = info.parsePrivateKey();
        var older =
                spec == KeySpec.RSA_2048
                        ? Pem.write("RSA PRIVATE KEY", inner.toASN1Primitive().getEncoded())
                        : sec1(info);
        var read = value(PemFiles.privateKey(older.getBytes(US_ASCII)));
        assertThat(number(read)).isEqualTo(number(key));
    }

    /** What is secret in it. */
    private static BigInteger number(PrivateKey key) {
        return key instanceof java.security.interfaces.ECPrivateKey ec
                ? ec.getS()
                : ((RSAPrivateCrtKey) key).getPrivateExponent();
    }

    /** With the parameters of the curve in front, as OpenSSL writes it. */
    private static String sec1(PrivateKeyInfo info) throws IOException {
        var curve = info.getPrivateKeyAlgorithm().getParameters();
        var old = ECPrivateKey.getInstance(info.parsePrivateKey());
        var key =
                new ECPrivateKey(
                        curve.equals(SECObjectIdentifiers.secp256r1) ? 256 : 384,
                        old.getKey(),
                        curve);
        return Pem.write("EC PARAMETERS", curve.toASN1Primitive().getEncoded())
                + Pem.write("EC PRIVATE KEY", key.getEncoded());
    }

    /** One signature of it would take seconds. */
    @Test
    void hugeRsaKeysAreRefused() throws Exception {
        var small = (RSAPrivateCrtKey) rsa(1024);
        var huge = small.getModulus().pow(9);
        var key =
                new org.bouncycastle.asn1.pkcs.RSAPrivateKey(
                        huge,
                        small.getPublicExponent(),
                        small.getPrivateExponent(),
                        small.getPrimeP(),
                        small.getPrimeQ(),
                        small.getPrimeExponentP(),
                        small.getPrimeExponentQ(),
                        small.getCrtCoefficient());
        var text = Pem.write("RSA PRIVATE KEY", key.getEncoded()).getBytes(US_ASCII);
        assertThat(PemFiles.privateKey(text).problem())
                .isEqualTo("is an RSA key of more than 8192 bits");
    }

    @Test
    void aSec1KeyMustNameItsCurve() throws Exception {
        var pair = KeySpec.ECDSA_P256.generate(PkiFixture.RANDOM);
        var inner = PrivateKeyInfo.getInstance(pair.getPrivate().getEncoded()).parsePrivateKey();
        var text = Pem.write("EC PRIVATE KEY", inner.toASN1Primitive().getEncoded());
        assertThat(PemFiles.privateKey(text.getBytes(US_ASCII)).problem())
                .isEqualTo("is no private key that can be read; write RSA, EC or Ed25519");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | has 0 private keys; one is needed",
                "no PEM at all | has 0 private keys; one is needed",
                "-----BEGIN PRIVATE KEY | PEM block 1 has a first line that does not end with -----",
                "-----BEGIN private key-----AA==-----END private key----- | PEM block 1 has a first"
                        + " line that is not valid in PEM",
                "-----BEGIN PRIVATE KEY-----AA== | PEM block 1 has no end",
                "-----BEGIN PRIVATE KEY-----AA==-----END RSA PRIVATE KEY----- | PEM block 1 has an"
                        + " end of another type",
                "-----BEGIN PRIVATE KEY-----A!==-----END PRIVATE KEY----- | PEM block 1 is no"
                        + " base64",
                "-----BEGIN PRIVATE KEY-----AA==-----END PRIVATE KEY----- | is no private key that"
                        + " can be read; write RSA, EC or Ed25519",
                "-----BEGIN DSA PRIVATE KEY-----AA==-----END DSA PRIVATE KEY----- | has a 'DSA"
                        + " PRIVATE KEY'; write an RSA, EC or Ed25519 key",
                "-----BEGIN RSA PRIVATE KEY----- Proc-Type: 4,ENCRYPTED -----END RSA PRIVATE"
                        + " KEY----- | PEM block 1 has a header, as encrypted keys have; write the key"
                        + " without a password",
                "-----BEGIN A-----AA==-----END A----- | has 0 private keys; one is needed"
            })
    void whatIsNoKeyIsRefused(String text, String problem) {
        assertThat(PemFiles.privateKey(text.getBytes(US_ASCII)).problem()).isEqualTo(problem);
    }

    @Test
    void oneKeyIsExpected() {
        var key = PemFiles.write(KeySpec.ED25519.generate(PkiFixture.RANDOM).getPrivate());
        var certificate = PemFiles.write(List.of(PkiFixture.root(KeySpec.ED25519).certificate()));
        assertThat(PemFiles.privateKey(joined(certificate, key)).problem()).isEmpty();
        assertThat(PemFiles.privateKey(joined(key, key)).problem())
                .isEqualTo("has 2 private keys; one is needed");
    }

    @Test
    void certificatesAreReadInTheirOrderWhateverStandsBetween() {
        var first = PkiFixture.root(KeySpec.ED25519).certificate();
        var second = PkiFixture.root(KeySpec.ECDSA_P256).certificate();
        var text = PemFiles.write(List.of(first, second));
        assertThat(value(PemFiles.certificates(text))).containsExactly(first, second);
        var remarks =
                joined(
                        "# first\r\nsubject=CN = a\n".getBytes(US_ASCII),
                        PemFiles.write(List.of(first)),
                        "\n-- second -----\n".getBytes(US_ASCII),
                        PemFiles.write(List.of(second)),
                        new byte[] {0, -1, 13, 10});
        assertThat(value(PemFiles.certificates(remarks))).containsExactly(first, second);
        var windows = new String(text, US_ASCII).replace("\n", "\r\n").getBytes(US_ASCII);
        assertThat(value(PemFiles.certificates(windows))).containsExactly(first, second);
    }

    @Test
    void aBundleHasCertificatesOnly() {
        var key = PemFiles.write(KeySpec.ED25519.generate(PkiFixture.RANDOM).getPrivate());
        var certificate = PemFiles.write(List.of(PkiFixture.root(KeySpec.ED25519).certificate()));
        assertThat(PemFiles.certificates(joined(certificate, key)).problem())
                .isEqualTo("has a 'PRIVATE KEY' where only certificates belong");
        assertThat(PemFiles.certificates(new byte[0]).problem()).isEqualTo("has no certificate");
        var broken = Pem.write("CERTIFICATE", new byte[] {1, 2, 3}).getBytes(US_ASCII);
        assertThat(PemFiles.certificates(joined(certificate, broken)).problem())
                .isEqualTo("PEM block 2 is no certificate");
        var der = PemFiles.der(PkiFixture.root(KeySpec.ED25519).certificate());
        var longer = Pem.write("CERTIFICATE", Arrays.copyOf(der, der.length + 1));
        assertThat(PemFiles.certificates(longer.getBytes(US_ASCII)).problem())
                .isEqualTo("PEM block 1 is no certificate");
    }

    @Test
    void sizesHaveLimits() {
        assertThat(PemFiles.privateKey(new byte[PemFiles.LARGEST_KEY + 1]).problem())
                .isEqualTo("has 65537 bytes; at most 65536 are allowed");
        assertThat(PemFiles.privateKey(new byte[PemFiles.LARGEST_KEY]).problem())
                .isEqualTo("has 0 private keys; one is needed");
        assertThat(PemFiles.certificates(new byte[PemFiles.LARGEST_BUNDLE + 1]).problem())
                .isEqualTo("has 262145 bytes; at most 262144 are allowed");
        assertThat(PemFiles.certificates(new byte[PemFiles.LARGEST_BUNDLE]).problem())
                .isEqualTo("has no certificate");
        var certificate = PkiFixture.root(KeySpec.ED25519).certificate();
        var most = new ArrayList<X509Certificate>(Collections.nCopies(64, certificate));
        assertThat(value(PemFiles.certificates(PemFiles.write(most)))).hasSize(64);
        most.add(certificate);
        assertThat(PemFiles.certificates(PemFiles.write(most)).problem())
                .isEqualTo("has more than 64 PEM blocks");
    }

    /** Parsers that call themselves for each level would end the thread. */
    @ParameterizedTest
    @ValueSource(strings = {"CERTIFICATE", "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"})
    void deeplyNestedBytesAreRefusedToo(String type) {
        var der = new byte[40_000];
        for (int i = 0; i < der.length; i += 2) {
            der[i] = 0x30;
            der[i + 1] = (byte) 0x80;
        }
        var text = Pem.write(type, der).getBytes(US_ASCII);
        assertThat(PemFiles.privateKey(text).problem()).isNotEmpty();
        assertThat(PemFiles.certificates(text).problem()).isNotEmpty();
    }

    private static PrivateKey rsa(int bits) throws Exception {
        var generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(bits);
        return generator.generateKeyPair().getPrivate();
    }

    private static byte[] joined(byte[]... parts) {
        var text = new ByteArrayOutputStream();
        for (var each : parts) {
            text.writeBytes(each);
        }
        return text.toByteArray();
    }
}
