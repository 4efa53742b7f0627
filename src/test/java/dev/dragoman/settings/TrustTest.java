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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    private Path written(Issued issued) throws IOException {
        return Files.writeString(
                directory.resolve("ca.pem"), ClientCertificates.certificate(issued));
    }

    private static X509Certificate first(Issued issued) {
        return issued.chain().getFirst();
    }
}
