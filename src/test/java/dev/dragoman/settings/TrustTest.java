package dev.dragoman.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.azure.identity.ClientCertificates;
import dev.dragoman.certificates.pki.Issued;
import dev.dragoman.certificates.pki.KeySpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrustTest {
    @TempDir private Path directory;
    private long nanos;

    @Test
    void authoritiesThatAreReplacedCountFromThenOn() throws Exception {
        var old = ClientCertificates.issue(KeySpec.ECDSA_P256);
        var other = ClientCertificates.issue(KeySpec.ECDSA_P256);
        var file = written(old);
        var trust = Trust.following(file, () -> nanos);
        assertThat(trust.getAcceptedIssuers()).contains(first(old)).doesNotContain(first(other));
        var _ = written(other);
        nanos += FollowedFile.LOOK.toNanos();
        assertThat(trust.getAcceptedIssuers()).contains(first(other)).doesNotContain(first(old));
        assertThatThrownBy(
                        () ->
                                trust.checkServerTrusted(
                                        new X509Certificate[] {first(old)}, "ECDHE_ECDSA"))
                .isInstanceOf(CertificateException.class);
    }

    /** An empty file would end the trust in all authorities of the company at once. */
    @ParameterizedTest
    @ValueSource(strings = {"", "# none yet\n"})
    void aFileWithoutACertificateIsNotUsed(String content) throws Exception {
        var old = ClientCertificates.issue(KeySpec.ECDSA_P256);
        var file = written(old);
        var trust = Trust.following(file, () -> nanos);
        Files.writeString(file, content);
        nanos += FollowedFile.LOOK.toNanos();
        assertThat(trust.getAcceptedIssuers()).as("the last content counts").contains(first(old));
        assertThatThrownBy(() -> Trust.sslContext(Optional.of(file)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "DRAGOMAN_CA_FILE: %s holds no readable PEM certificate: No certificate data found"
                                .formatted(file));
    }

    private Path written(Issued issued) throws IOException {
        return Files.writeString(
                directory.resolve("ca.pem"), ClientCertificates.certificate(issued));
    }

    private static X509Certificate first(Issued issued) {
        return issued.chain().getFirst();
    }
}
