package dev.dragoman.certificates.pki;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class KnownPairsTest {
    private static final Instant NOW = Instant.parse("2026-11-24T08:00:00Z");

    private final KnownPairs pairs = new KnownPairs(2);
    private final AtomicInteger asked = new AtomicInteger();

    private static Issued issued() {
        return Issuance.selfSigned(
                        CertificateSpec.client("a", Duration.ofDays(1)).with(KeySpec.ECDSA_P256))
                .issue(NOW, new SecureRandom())
                .toOptional()
                .orElseThrow();
    }

    private boolean belong(Issued certificate, Issued key, boolean answer)
            throws GeneralSecurityException {
        return pairs.belong(
                certificate.certificate(),
                key.key(),
                () -> {
                    var _ = asked.incrementAndGet();
                    return answer;
                });
    }

    @Test
    void onlyAYesIsRemembered() throws GeneralSecurityException {
        var one = issued();
        var other = issued();
        assertThat(belong(one, one, true)).isTrue();
        assertThat(belong(one, one, false)).as("known").isTrue();
        assertThat(asked).hasValue(1);
        assertThat(belong(one, other, false)).as("another key").isFalse();
        assertThat(belong(other, one, false)).as("another certificate").isFalse();
        assertThat(belong(one, other, false)).isFalse();
        assertThat(asked).hasValue(4);
    }

    @Test
    void whatWasMadeTogetherIsNotTried() throws GeneralSecurityException {
        var one = issued();
        var other = issued();
        pairs.made(one.certificate(), one.key());
        assertThat(belong(one, one, false)).isTrue();
        assertThat(asked).hasValue(0);
        assertThat(belong(one, other, false)).as("another key").isFalse();
        assertThat(belong(other, one, false)).as("another certificate").isFalse();
    }

    @Test
    void thoseThatWereUsedLastAreHeld() throws GeneralSecurityException {
        var first = issued();
        var second = issued();
        var third = issued();
        var _ = belong(first, first, true);
        var _ = belong(second, second, true);
        var _ = belong(first, first, true);
        var _ = belong(third, third, true);
        assertThat(pairs.size()).isEqualTo(2);
        assertThat(asked).hasValue(3);
        var _ = belong(first, first, true);
        assertThat(asked).as("used after the second").hasValue(3);
        var _ = belong(second, second, true);
        assertThat(asked).as("the second has gone").hasValue(4);
    }

    /** One in a device has none. */
    @Test
    void aKeyWithoutBytesIsNotRemembered() throws GeneralSecurityException {
        PrivateKey hidden =
                (PrivateKey)
                        Proxy.newProxyInstance(
                                PrivateKey.class.getClassLoader(),
                                new Class<?>[] {PrivateKey.class},
                                (_, _, _) -> null);
        var certificate = issued().certificate();
        assertThat(pairs.belong(certificate, hidden, () -> true)).isTrue();
        assertThat(pairs.belong(certificate, hidden, () -> false)).isFalse();
        assertThat(pairs.size()).isZero();
    }
}
