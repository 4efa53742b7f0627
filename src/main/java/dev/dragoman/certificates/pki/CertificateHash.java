package dev.dragoman.certificates.pki;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Makes the value of the status field {@code certificateHash}, by which other programs see that a
 * certificate has changed.
 */
public final class CertificateHash {
    /** Has no vowels and no digits that look like vowels, so that a hash contains no words. */
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

    private static final BigInteger BASE = BigInteger.valueOf(ALPHABET.length());

    /** Digits that 256 bits need in this alphabet. */
    private static final int LENGTH = 54;

    private CertificateHash() {}

    /**
     * The SHA-256 hash of all bytes of {@code tls.crt}, as 54 characters that are valid in a label.
     */
    public static String of(byte[] certificate) {
        var rest = new BigInteger(1, sha256(certificate));
        var text = new StringBuilder();
        for (int i = 0; i < LENGTH; i++) {
            var parts = rest.divideAndRemainder(BASE);
            text.append(ALPHABET.charAt(parts[1].intValue()));
            rest = parts[0];
        }
        return text.toString();
    }

    /** The SHA-256 digest. */
    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
