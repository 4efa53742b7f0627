package dev.dragoman.keys;

import java.security.interfaces.RSAKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;

/**
 * Whether an RSA key, which anybody may have written, takes no longer to use than others of its
 * size: with a long exponent one signature takes hours, and nothing ends it. Pure.
 */
public final class RsaBounds {
    /** Bits of a key; one signature of a larger one takes seconds. */
    public static final int LARGEST = 8192;

    /** Bits; all that is in use has 17 or 2. */
    private static final int LONGEST_EXPONENT = 64;

    private RsaBounds() {}

    /** Whether it has more than {@link #LARGEST} bits. */
    public static boolean tooLarge(RSAKey key) {
        return key.getModulus().bitLength() > LARGEST;
    }

    /** Whether a signature is looked at in the usual time. */
    public static boolean fits(RSAPublicKey key) {
        return !tooLarge(key) && key.getPublicExponent().bitLength() <= LONGEST_EXPONENT;
    }

    /**
     * Whether it signs in the usual time: the modulus is the product of the primes, so that no
     * number of the key is longer than it.
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
