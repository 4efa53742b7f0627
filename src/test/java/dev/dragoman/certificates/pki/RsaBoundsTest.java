package dev.dragoman.certificates.pki;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.RSAKeyGenParameterSpec;
import java.util.List;
import java.util.stream.Stream;
import org.bouncycastle.asn1.pkcs.RSAPrivateKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Keys of others by which one signature would take longer than anybody waits. */
class RsaBoundsTest {
    private static final RSAPrivateCrtKey KEY =
            (RSAPrivateCrtKey) KeySpec.RSA_2048.generate(PkiFixture.RANDOM).getPrivate();

    /** As a factor: the number is another one of the same kind, only longer. */
    private static final BigInteger LONG = BigInteger.ONE.shiftLeft(20_000);

    /** Each has one number that is too long, or none of its primes. */
    static final List<List<BigInteger>> ODD =
            Stream.of(1, 2, 3, 4, 5, 6, 7)
                    .map(
                            index ->
                                    Stream.of(0, 1, 2, 3, 4, 5, 6, 7)
                                            .map(
                                                    each ->
                                                            each.equals(index)
                                                                    ? numbers().get(each).add(LONG)
                                                                    : numbers().get(each))
                                            .toList())
                    .toList();

    private static List<BigInteger> numbers() {
        return List.of(
                KEY.getModulus(),
                KEY.getPublicExponent(),
                KEY.getPrivateExponent(),
                KEY.getPrimeP(),
                KEY.getPrimeQ(),
                KEY.getPrimeExponentP(),
                KEY.getPrimeExponentQ(),
                KEY.getCrtCoefficient());
    }

    private static Result<java.security.PrivateKey> read(List<BigInteger> numbers)
            throws Exception {
        var key =
                new RSAPrivateKey(
                        numbers.get(0),
                        numbers.get(1),
                        numbers.get(2),
                        numbers.get(3),
                        numbers.get(4),
                        numbers.get(5),
                        numbers.get(6),
                        numbers.get(7));
        return PemFiles.privateKey(
                Pem.write("RSA PRIVATE KEY", key.getEncoded()).getBytes(US_ASCII));
    }

    @ParameterizedTest
    @FieldSource("ODD")
    void aKeyWithANumberThatIsTooLongIsNone(List<BigInteger> numbers) throws Exception {
        assertThat(read(numbers()).problem()).isEmpty();
        assertThat(read(numbers).problem()).contains("no private key that can be read");
    }

    @Test
    void aKeyWithoutPrimesIsNone() throws Exception {
        var zero = BigInteger.ZERO;
        var alone =
                Stream.concat(numbers().stream().limit(3), Stream.of(zero, zero, zero, zero, zero));
        assertThat(read(alone.toList()).problem()).contains("no private key that can be read");
    }

    private static KeyPair pair(String algorithm, int size) throws Exception {
        var generator = KeyPairGenerator.getInstance(algorithm);
        generator.initialize(size);
        return generator.generateKeyPair();
    }

    @Test
    void nothingIsVerifiedByAKeyThatTakesLong() throws Exception {
        var usual = OddCertificates.certificate(pair("RSA", 2048), "SHA256withRSA");
        assertThat(Certificates.signed(usual, usual)).isTrue();
        // of any length that its owner chooses
        var dsa = OddCertificates.certificate(pair("DSA", 2048), "SHA256withDSA");
        assertThat(Certificates.signed(dsa, dsa)).isFalse();
        assertThat(Certificates.belong(dsa, pair("DSA", 2048).getPrivate())).isFalse();
        var generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(
                new RSAKeyGenParameterSpec(
                        2048, BigInteger.ONE.shiftLeft(100).add(BigInteger.ONE)));
        var exponent = OddCertificates.certificate(generator.generateKeyPair(), "SHA256withRSA");
        assertThat(Certificates.signed(exponent, exponent)).isFalse();
    }
}
