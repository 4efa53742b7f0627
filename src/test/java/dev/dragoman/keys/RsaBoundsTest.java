package dev.dragoman.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Up to what length the numbers of a key are taken; what is refused then, others test. */
class RsaBoundsTest {
    /** A number of so many bits. */
    private static BigInteger bits(int bits) {
        return BigInteger.ONE.shiftLeft(bits - 1);
    }

    /** A key of 64 bits that nobody could sign with; its primes are no primes. */
    private static Map<String, BigInteger> numbers() {
        return new HashMap<>(
                Map.of(
                        "Modulus", bits(32).multiply(bits(33)),
                        "PublicExponent", bits(17),
                        "PrivateExponent", bits(60),
                        "PrimeP", bits(32),
                        "PrimeQ", bits(33),
                        "PrimeExponentP", bits(31),
                        "PrimeExponentQ", bits(31),
                        "CrtCoefficient", bits(31)));
    }

    private static <T> T key(Class<T> type, Map<String, BigInteger> numbers) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (_, method, _) -> numbers.get(method.getName().substring("get".length()))));
    }

    @ParameterizedTest
    @CsvSource({
        // number, its bits, whether the key is taken
        "PublicExponent, 64, true",
        "PublicExponent, 65, false",
        "PrivateExponent, 64, true",
        "PrivateExponent, 65, false",
        "PrimeExponentP, 31, true",
        "PrimeExponentP, 32, false",
        "PrimeExponentQ, 32, true",
        "PrimeExponentQ, 33, false",
        "CrtCoefficient, 31, true",
        "CrtCoefficient, 32, false",
    })
    void noNumberOfAPrivateKeyIsLongerThanItsModulusAllows(String name, int bits, boolean fits) {
        var numbers = numbers();
        numbers.put(name, bits(bits));
        assertThat(RsaBounds.fits(key(RSAPrivateCrtKey.class, numbers))).isEqualTo(fits);
    }

    @ParameterizedTest
    @CsvSource({
        // bits of the primes, which multiply to as many bits as both have, less one
        "33, 32, true",
        "65, 1, false",
        "33, 33, false",
    })
    void theModulusIsTheProductOfThePrimes(int p, int q, boolean fits) {
        var numbers = numbers();
        numbers.put("PrimeP", bits(p));
        numbers.put("PrimeQ", bits(q));
        assertThat(RsaBounds.fits(key(RSAPrivateCrtKey.class, numbers))).isEqualTo(fits);
    }

    @ParameterizedTest
    @CsvSource({
        // bits of the modulus, bits of the exponent, whether the key is taken
        "8192, 64, true",
        "8193, 64, false",
        "8192, 65, false",
    })
    void aPublicKeyHasABoundForEach(int modulus, int exponent, boolean fits) {
        var key =
                key(
                        RSAPublicKey.class,
                        Map.of("Modulus", bits(modulus), "PublicExponent", bits(exponent)));
        assertThat(RsaBounds.fits(key)).isEqualTo(fits);
        assertThat(RsaBounds.tooLarge(key)).isEqualTo(modulus > RsaBounds.LARGEST);
    }
}
