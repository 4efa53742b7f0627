package dev.dragoman.certificates.pki;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Security;
import java.security.Signature;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAPrivateKeySpec;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RSA that is not the JDK's, judged by the JDK. */
class NativeRsaTest {
    @Test
    void isThereWhereTheImageRuns() {
        if ("linux".equals(System.getProperty("os.name").toLowerCase(Locale.ROOT))) {
            assertThat(NativeRsa.provider()).isPresent();
        }
        // other libraries keep their cryptography
        assertThat(Arrays.stream(Security.getProviders()).map(Object::getClass))
                .noneMatch(each -> each.getName().startsWith("com.amazon"));
    }

    @ParameterizedTest
    @ValueSource(ints = {2048, 3072, 4096})
    void makesKeysThatTheJdkUses(int bits) throws Exception {
        var pair = NativeRsa.generate(bits);
        if (pair.isEmpty()) {
            assertThat(NativeRsa.provider()).isEmpty();
            return;
        }
        var key = (RSAPublicKey) pair.get().getPublic();
        assertThat(key.getModulus().bitLength()).isEqualTo(bits);
        assertThat(key.getPublicExponent()).isEqualTo(BigInteger.valueOf(65537));
        var crt = (RSAPrivateCrtKey) pair.get().getPrivate();
        assertThat(crt.getClass().getName()).startsWith("sun.security");
        assertThat(crt.getPrimeP().isProbablePrime(64)).isTrue();
        assertThat(crt.getPrimeQ().isProbablePrime(64)).isTrue();
        assertThat(crt.getPrimeP().multiply(crt.getPrimeQ())).isEqualTo(key.getModulus());
        assertThat(verified(pair.get(), signed(pair.get()))).isTrue();
    }

    @Test
    void makesAnotherKeyEachTime() {
        var one = KeySpec.RSA_2048.generate(PkiFixture.RANDOM);
        var other = KeySpec.RSA_2048.generate(PkiFixture.RANDOM);
        assertThat(one.getPublic()).isNotEqualTo(other.getPublic());
    }

    /** Smaller ones, and those without their primes, which others may have put into a Secret. */
    @Test
    void leavesOddKeysToTheJdk() throws Exception {
        var generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(1024);
        var small = generator.generateKeyPair();
        assertThat(NativeRsa.signing(small.getPrivate())).isEmpty();
        assertThat(verified(small, signed(small))).isTrue();

        var whole = KeySpec.RSA_2048.generate(PkiFixture.RANDOM);
        var crt = (RSAPrivateCrtKey) whole.getPrivate();
        var without =
                KeyFactory.getInstance("RSA")
                        .generatePrivate(
                                new RSAPrivateKeySpec(crt.getModulus(), crt.getPrivateExponent()));
        assertThat(NativeRsa.signing(without)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"2047, false", "2048, true", "4096, true", "4097, false"})
    void signsWithKeysOfUsualLengths(int bits, boolean usual) {
        var key =
                (RSAPrivateCrtKey)
                        Proxy.newProxyInstance(
                                RSAPrivateCrtKey.class.getClassLoader(),
                                new Class<?>[] {RSAPrivateCrtKey.class},
                                (_, _, _) -> BigInteger.ONE.shiftLeft(bits - 1));
        assertThat(NativeRsa.signing(key))
                .isEqualTo(usual ? NativeRsa.provider() : Optional.empty());
    }

    private static byte[] signed(KeyPair pair) throws Exception {
        var provider = NativeRsa.signing(pair.getPrivate());
        var signature =
                provider.isPresent()
                        ? Signature.getInstance("SHA256withRSA", provider.get())
                        : Signature.getInstance("SHA256withRSA");
        signature.initSign(pair.getPrivate());
        signature.update(text());
        return signature.sign();
    }

    private static boolean verified(KeyPair pair, byte[] signed) throws Exception {
        var signature = Signature.getInstance("SHA256withRSA", "SunRsaSign");
        signature.initVerify(pair.getPublic());
        signature.update(text());
        return signature.verify(signed);
    }

    private static byte[] text() {
        return "text".getBytes(StandardCharsets.US_ASCII);
    }
}
