package dev.dragoman.certificates.pki;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * RSA by a native library (Amazon Corretto Crypto Provider). It is ten times faster than the JDK's
 * RSA on a JVM that has only its C1 compiler. The library is loaded with the first RSA key, and is
 * not registered as a provider. Without the library, callers use the JDK. Thread-safe.
 */
final class NativeRsa {
    private static final String NAME =
            "com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider";
    private static final String RSA = "RSA";

    /**
     * Smallest key that the library handles. Keys of other sizes, which users may have written into
     * Secrets, are left to the JDK.
     */
    private static final int LEAST_BITS = 2048;

    private static final int MOST_BITS = 4096;

    private NativeRsa() {}

    private static final class Loaded {
        static final Optional<Provider> PROVIDER = load();
    }

    private static Optional<Provider> load() {
        return ServiceLoader.load(Provider.class, NativeRsa.class.getClassLoader()).stream()
                .filter(each -> NAME.equals(each.type().getName()))
                .map(ServiceLoader.Provider::get)
                // if the native library could not be loaded, the provider has no services
                .filter(each -> each.getService("KeyPairGenerator", RSA) != null)
                .findFirst();
    }

    /** The native provider; empty if it cannot be used, and the JDK has to do RSA. */
    static Optional<Provider> provider() {
        return Loaded.PROVIDER;
    }

    /** The native provider, if it can sign with the key; empty if the JDK has to sign. */
    static Optional<Provider> signing(Key key) {
        return key instanceof RSAPrivateCrtKey rsa && usual(rsa.getModulus())
                ? provider()
                : Optional.empty();
    }

    private static boolean usual(BigInteger modulus) {
        return modulus.bitLength() >= LEAST_BITS && modulus.bitLength() <= MOST_BITS;
    }

    /**
     * A new key pair, in classes of the JDK, with randomness of the library. Empty if the JDK has
     * to make the key pair.
     */
    static Optional<KeyPair> generate(int bits) throws GeneralSecurityException {
        if (provider().isEmpty()) {
            return Optional.empty();
        }
        var generator = KeyPairGenerator.getInstance(RSA, provider().get());
        generator.initialize(new RSAKeyGenParameterSpec(bits, RSAKeyGenParameterSpec.F4));
        var made = generator.generateKeyPair();
        var jdk = KeyFactory.getInstance(RSA);
        return Optional.of(
                new KeyPair(
                        jdk.generatePublic(new X509EncodedKeySpec(made.getPublic().getEncoded())),
                        jdk.generatePrivate(
                                new PKCS8EncodedKeySpec(made.getPrivate().getEncoded()))));
    }
}
