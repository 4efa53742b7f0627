package dev.dragoman.certificates.pki;

import static dev.dragoman.certificates.pki.PkiFixture.root;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TlsSecretTest {
    private final TlsSecret secret = root(KeySpec.ECDSA_P256).secret();

    @Test
    void aValueIsReadOnceAlsoBesideAnotherOne() {
        var chain = secret.certificates(TlsSecret.CERTIFICATE).orElseThrow();
        var key = secret.key().orElseThrow();
        var hash = secret.hash(TlsSecret.CERTIFICATE).orElseThrow();
        assertThat(chain.toOptional()).isPresent();
        assertThat(key.toOptional()).isPresent();
        assertThat(hash)
                .isEqualTo(CertificateHash.of(secret.get(TlsSecret.CERTIFICATE).orElseThrow()));
        var other = secret.with(TlsSecret.TRUST, new byte[] {1}).without("none");
        for (var each : new TlsSecret[] {secret, other}) {
            assertThat(each.certificates(TlsSecret.CERTIFICATE)).containsSame(chain);
            assertThat(each.key()).containsSame(key);
            assertThat(each.hash(TlsSecret.CERTIFICATE)).containsSame(hash);
        }
    }

    @Test
    void anotherValueIsReadAnew() {
        var _ = secret.key();
        var _ = secret.certificates(TlsSecret.CERTIFICATE);
        var _ = secret.hash(TlsSecret.CERTIFICATE);
        var broken = new byte[] {1};
        var other = secret.with(TlsSecret.KEY, broken).with(TlsSecret.CERTIFICATE, broken);
        assertThat(other.key().orElseThrow().problem()).isNotEmpty();
        assertThat(other.certificates(TlsSecret.CERTIFICATE).orElseThrow().problem()).isNotEmpty();
        assertThat(other.hash(TlsSecret.CERTIFICATE)).contains(CertificateHash.of(broken));
        var empty = other.with(TlsSecret.KEY, new byte[0]).without(TlsSecret.CERTIFICATE);
        assertThat(empty.key()).isEmpty();
        assertThat(empty.certificates(TlsSecret.CERTIFICATE)).isEmpty();
        assertThat(empty.hash(TlsSecret.CERTIFICATE)).isEmpty();
    }

    @Test
    void itsKeyBelongsToItsCertificateAndToNoOther() {
        var own = root(KeySpec.ECDSA_P256).certificate();
        var other = root(KeySpec.ED25519);
        for (int i = 0; i < 2; i++) {
            assertThat(secret.hasKeyOf(own)).isTrue();
            assertThat(secret.hasKeyOf(other.certificate())).isFalse();
        }
        var key = other.secret().get(TlsSecret.KEY).orElseThrow();
        assertThat(secret.with(TlsSecret.KEY, key).hasKeyOf(own)).isFalse();
        assertThat(secret.without(TlsSecret.KEY).hasKeyOf(own)).isFalse();
    }
}
