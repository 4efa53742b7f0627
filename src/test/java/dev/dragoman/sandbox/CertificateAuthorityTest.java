package dev.dragoman.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.SignatureException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What programs that check certificates need of the sandbox's. */
class CertificateAuthorityTest {
    private final CertificateAuthority authority = CertificateAuthority.create("one");

    @Test
    void aServerIsNamedByNamesAndByAddresses() throws Exception {
        var server = authority.issue("server", List.of("localhost", "127.0.0.1"));
        var names = server.certificate().getSubjectAlternativeNames();
        assertThat(names)
                .containsExactlyInAnyOrder(List.of(2, "localhost"), List.of(7, "127.0.0.1"));
        assertThat(server.certificate().getBasicConstraints()).isNegative();
        assertThat(authority.certificate().getBasicConstraints()).isNotNegative();
    }

    @Test
    void aClientHasNoNamesOfHosts() throws Exception {
        var client = authority.issue("client", List.of()).certificate();
        assertThat(client.getSubjectAlternativeNames()).isNull();
        assertThat(client.getSubjectX500Principal().getName()).isEqualTo("CN=client");
    }

    @Test
    void whatOneIssuesIsNotAnothers() {
        var issued = authority.issue("server", List.of("localhost")).certificate();
        var own = authority.certificate().getPublicKey();
        var other = CertificateAuthority.create("one").certificate().getPublicKey();
        assertThatCode(() -> issued.verify(own)).doesNotThrowAnyException();
        assertThatThrownBy(() -> issued.verify(other)).isInstanceOf(SignatureException.class);
    }

    @Test
    void bothPartsCanBeReadAgain() throws Exception {
        var issued = authority.issue("server", List.of("localhost"));
        var text = CertificateAuthority.pem(issued.certificate());
        var read =
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(
                                new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)));
        assertThat((X509Certificate) read).isEqualTo(issued.certificate());
        var key =
                CertificateAuthority.keyPem(issued)
                        .replace("-----BEGIN PRIVATE KEY-----", "")
                        .replace("-----END PRIVATE KEY-----", "");
        var bytes = Base64.getMimeDecoder().decode(key);
        assertThat(KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(bytes)))
                .isEqualTo(issued.keys().getPrivate());
    }
}
