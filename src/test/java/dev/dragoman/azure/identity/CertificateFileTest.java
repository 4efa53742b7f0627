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

    @ParameterizedTest
    @ValueSource(strings = {"x", "????", "MIIC", "/path/to/file.pfx"})
    void anythingElseIsNeither(String text) {
        assertThatThrownBy(() -> read(text, "secret"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is neither PEM nor PKCS#12");
    }
}
