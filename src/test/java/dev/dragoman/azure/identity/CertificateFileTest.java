package dev.dragoman.azure.identity;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.certificates.pki.Issued;
import dev.dragoman.certificates.pki.KeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms of {@code AZURE_CLIENT_CERTIFICATE}. */
class CertificateFileTest {
    private static final Issued ISSUED = ClientCertificates.issue(KeySpec.RSA_2048);

    private static CertificateFile read(String content, String password) {
        return CertificateFile.read(
                new Proof.ClientCertificate(
                        new Sensitive(content),
                        password.isEmpty()
                                ? Optional.empty()
                                : Optional.of(new Sensitive(password))));
    }

    @Test
    void pemHasBoth() {
        var certificate = ClientCertificates.certificate(ISSUED);
        var key = ClientCertificates.key(ISSUED);
        assertThat(read(certificate + key, "").pem()).isTrue();
        assertThat(read(key + certificate, "").pem()).isTrue();
        for (var half : List.of(certificate, key)) {
            assertThatThrownBy(() -> read(half, ""))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "AZURE_CLIENT_CERTIFICATE is PEM without a certificate or without a private key");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "password"})
    void pkcs12IsBytesOrBase64(String password) {
        var bytes = ClientCertificates.pkcs12(ISSUED, password);
        for (var text :
                List.of(
                        new String(bytes, ISO_8859_1),
                        Base64.getEncoder().encodeToString(bytes),
                        Base64.getMimeEncoder().encodeToString(bytes))) {
            var file = read(text, password);
            assertThat(file.pem()).isFalse();
            assertThat(file.open()).hasBinaryContent(bytes);
            assertThat(file.password()).isEqualTo(password);
        }
    }

    @Test
    void anotherPasswordIsNamed() {
        var text =
                Base64.getEncoder().encodeToString(ClientCertificates.pkcs12(ISSUED, "password"));
        assertThatThrownBy(() -> read(text, "other"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not open with AZURE_CLIENT_CERTIFICATE_PASSWORD")
                .hasMessageNotContaining("other");
    }

    @Test
    void otherKeysThanRsaAreRefused() {
        var issued = ClientCertificates.issue(KeySpec.ECDSA_P256);
        for (var text :
                List.of(
                        ClientCertificates.certificate(issued) + ClientCertificates.key(issued),
                        Base64.getEncoder()
                                .encodeToString(ClientCertificates.pkcs12(issued, "password")))) {
            assertThatThrownBy(() -> read(text, "password"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("has no RSA key");
        }
    }

    /** Each part of it asks for as many hashes of the password as whoever wrote it likes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "keystore.pkcs12.macIterationCount",
                "keystore.pkcs12.certPbeIterationCount",
                "keystore.pkcs12.keyPbeIterationCount"
            })
    void aStoreThatTakesLongIsNotOpened(String property) {
        var bytes = counting(property, 2_000_000);
        assertThat(Pkcs12Work.tooMuch(bytes)).isTrue();
        assertThat(Pkcs12Work.tooMuch(counting(property, 1_000))).isFalse();
        assertThatThrownBy(() -> read(new String(bytes, ISO_8859_1), "password"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is hashed more than 2000000 times");
    }

    /** The same where its bytes are in pieces of open ends, which the JDK reads too. */
    @Test
    void howItsBytesArePutDoesNotHideIt() {
        var bytes = counting("keystore.pkcs12.macIterationCount", 2_000_000);
        var open = new java.io.ByteArrayOutputStream();
        // the outermost sequence has a length of two bytes
        open.writeBytes(new byte[] {0x30, (byte) 0x80});
        open.write(bytes, 4, bytes.length - 4);
        open.writeBytes(new byte[2]);
        assertThat(Pkcs12Work.tooMuch(open.toByteArray())).isTrue();
        var salt = new byte[] {0x24, (byte) 0x80, 4, 1, 7, 4, 1, 8, 0, 0, 2, 3, 0x7f, 0, 0};
        assertThat(Pkcs12Work.tooMuch(salt)).isTrue();
        var hidden = new byte[] {0x24, 0x0b, 4, 3, 4, 1, 7, 4, 4, 2, 2, 0x7f, 0};
        assertThat(Pkcs12Work.tooMuch(hidden)).as("32,512").isFalse();
    }

    private static byte[] counting(String property, int most) {
        System.setProperty(property, String.valueOf(most));
        try {
            return ClientCertificates.pkcs12(ISSUED, "password");
        } finally {
            System.clearProperty(property);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 100})
    void garbageIsNoWork(int seed) {
        var bytes = new byte[5_000];
        new java.util.Random(seed).nextBytes(bytes);
        assertThat(Pkcs12Work.tooMuch(bytes)).isFalse();
        for (int i = 0; i < bytes.length; i += 2) {
            bytes[i] = 0x30;
            bytes[i + 1] = (byte) 0x80;
        }
        assertThat(Pkcs12Work.tooMuch(bytes)).as("nests without end").isTrue();
    }

    /** With an exponent of a hundred thousand bits, one signature takes hours. */
    @Test
    void aKeyWithALongExponentIsRefused() throws Exception {
        var key = (java.security.interfaces.RSAPrivateCrtKey) ISSUED.key();
        var odd =
                new org.bouncycastle.asn1.pkcs.RSAPrivateKey(
                        key.getModulus(),
                        key.getPublicExponent(),
                        key.getPrivateExponent(),
                        key.getPrimeP(),
                        key.getPrimeQ(),
                        key.getPrimeExponentP().add(java.math.BigInteger.ONE.shiftLeft(100_000)),
                        key.getPrimeExponentQ(),
                        key.getCrtCoefficient());
        var algorithm =
                new org.bouncycastle.asn1.x509.AlgorithmIdentifier(
                        org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers.rsaEncryption,
                        org.bouncycastle.asn1.DERNull.INSTANCE);
        var bytes = new org.bouncycastle.asn1.pkcs.PrivateKeyInfo(algorithm, odd).getEncoded();
        var pem =
                "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
                        .formatted(
                                Base64.getMimeEncoder(64, new byte[] {10}).encodeToString(bytes));
        assertThatThrownBy(() -> read(pem + ClientCertificates.certificate(ISSUED), ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no RSA key that can be used");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "????", "MIIC", "/path/to/file.pfx"})
    void anythingElseIsNeither(String text) {
        assertThatThrownBy(() -> read(text, "secret"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is neither PEM nor PKCS#12");
    }
}
