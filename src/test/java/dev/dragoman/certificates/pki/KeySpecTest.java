package dev.dragoman.certificates.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The field privateKey. */
class KeySpecTest {
    @ParameterizedTest
    @CsvSource({
        ", , RSA_2048",
        "RSA, , RSA_2048",
        ", 4096, RSA_4096",
        "RSA, 2048, RSA_2048",
        "rsa, 3072, RSA_3072",
        "ECDSA, , ECDSA_P256",
        "ECDSA, 256, ECDSA_P256",
        "ecdsa, 384, ECDSA_P384",
        "Ed25519, , ED25519"
    })
    void readsWhatPeopleWrite(String algorithm, Integer size, KeySpec expected) {
        assertThat(KeySpec.parse(field(algorithm, size))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DSA | | privateKey.algorithm: 'DSA' is unknown; write RSA, ECDSA or Ed25519",
                "'' | | privateKey.algorithm: '' is unknown; write RSA, ECDSA or Ed25519",
                "RSA | 1024 | privateKey.size: RSA has no size '1024'; write 2048 or 3072 or 4096",
                " | 256 | privateKey.size: RSA has no size '256'; write 2048 or 3072 or 4096",
                "ECDSA | 521 | privateKey.size: ECDSA has no size '521'; write 256 or 384",
                "ECDSA | 0 | privateKey.size: ECDSA has no size '0'; write 256 or 384",
                "Ed25519 | 256 | privateKey.size: Ed25519 has one size only; leave the size out",
                "Ed25519 | 0 | privateKey.size: Ed25519 has one size only; leave the size out"
            })
    void saysWhatToWriteInstead(String algorithm, Integer size, String message) {
        assertThatThrownBy(() -> KeySpec.parse(field(algorithm, size)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void sizesMayBeLongNumbersAndTexts() {
        assertThat(KeySpec.parse(Map.of("size", 3072L))).isEqualTo(KeySpec.RSA_3072);
        assertThat(KeySpec.parse(Map.of("size", "3072"))).isEqualTo(KeySpec.RSA_3072);
    }

    @ParameterizedTest
    @EnumSource
    void knowsTheKeysThatItMakes(KeySpec spec) {
        assertThat(KeySpec.of(spec.generate(PkiFixture.RANDOM).getPublic())).contains(spec);
    }

    @Test
    void otherKeysAreNone() throws GeneralSecurityException {
        for (var other : Map.of("RSA", 1024, "EC", 521, "DSA", 1024).entrySet()) {
            var generator = KeyPairGenerator.getInstance(other.getKey());
            generator.initialize(other.getValue());
            assertThat(KeySpec.of(generator.generateKeyPair().getPublic())).isEmpty();
        }
        var ed448 = KeyPairGenerator.getInstance("Ed448").generateKeyPair();
        assertThat(KeySpec.of(ed448.getPublic())).isEmpty();
    }

    private static Map<String, Object> field(String algorithm, Integer size) {
        var field = new HashMap<String, Object>();
        field.put("algorithm", algorithm);
        field.put("size", size);
        return field;
    }
}
