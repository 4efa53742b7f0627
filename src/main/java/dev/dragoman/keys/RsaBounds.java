package dev.dragoman.keys;

import java.security.interfaces.RSAKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;

/**
 * Checks that an RSA key, which anybody may have written, takes no longer to use than other keys of
 * its size. With a long exponent, one signature takes hours and cannot be interrupted. Pure.
 */
public final class RsaBounds {
    /** Largest number of bits of a key; one signature with a larger key takes seconds. */
    public static final int LARGEST = 8192;

    /** Largest number of bits of a public exponent; usual exponents have 17 or 2 bits. */
    private static final int LONGEST_EXPONENT = 64;

    private RsaBounds() {}

    /** Whether the key has more than {@link #LARGEST} bits. */
    public static boolean tooLarge(RSAKey key) {
        return key.getModulus().bitLength() > LARGEST;
    }

    /** Whether the key verifies a signature in the usual time. */
    public static boolean fits(RSAPublicKey key) {
        return !tooLarge(key) && key.getPublicExponent().bitLength() <= LONGEST_EXPONENT;
    }

    /**
     * Whether the key signs in the usual time: the modulus is the product of the primes, and no
     * number of the key is longer than the modulus.
     */
    public static boolean fits(RSAPrivateCrtKey key) {
        var modulus = key.getModulus();
        var p = key.getPrimeP();
        var q = key.getPrimeQ();
        return !tooLarge(key)
                && key.getPublicExponent().bitLength() <= LONGEST_EXPONENT
                && key.getPrivateExponent().bitLength() <= modulus.bitLength()
                && p.bitLength() + q.bitLength() <= modulus.bitLength() + 1
                && p.multiply(q).equals(modulus)
                && key.getPrimeExponentP().compareTo(p) < 0
                && key.getPrimeExponentQ().compareTo(q) < 0
                && key.getCrtCoefficient().compareTo(p) < 0;
    }
}
