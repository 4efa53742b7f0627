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
 * RSA by machine code, which is ten times faster than the JDK's under a JVM with its first compiler
 * alone. The library is loaded with the first RSA key, and registered nowhere. Where there is none
 * for the platform, or it cannot be loaded, callers use the JDK. Thread-safe.
 */
final class NativeRsa {
    private static final String NAME =
            "com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider";
    private static final String RSA = "RSA";

    /** Smaller and odd keys, which others may have made, are left to the JDK. */
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
                // one whose library could not be loaded is there without it
                .filter(each -> each.getService("KeyPairGenerator", RSA) != null)
                .findFirst();
    }

    /** Empty where RSA is the JDK's. */
    static Optional<Provider> provider() {
        return Loaded.PROVIDER;
    }

    /** What signs with a key; empty where the JDK does. */
    static Optional<Provider> signing(Key key) {
        return key instanceof RSAPrivateCrtKey rsa && usual(rsa.getModulus())
                ? provider()
                : Optional.empty();
    }

    private static boolean usual(BigInteger modulus) {
        return modulus.bitLength() >= LEAST_BITS && modulus.bitLength() <= MOST_BITS;
    }

    /**
     * A new key, as the JDK's classes, with random numbers of the library's own. Empty where the
     * JDK has to make it.
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
