package dev.dragoman.kube.object;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Proves that the operator itself wrote what users can write too: an HMAC with the operator's key.
 * Sealed texts of different purposes must begin differently. Thread-safe.
 *
 * @param key gives the operator's key; throws while the key cannot be read, which ends the
 *     reconciliation
 */
public record Seal(Supplier<byte[]> key) {
    private static final String ALGORITHM = "HmacSHA256";

    /** The seal of a text. */
    public String of(String text) {
        return HexFormat.of().formatHex(hmac(key.get(), text.getBytes(UTF_8)));
    }

    /** The HMAC-SHA256 of a text. */
    public static byte[] hmac(byte[] key, byte[] text) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + ALGORITHM, e);
        }
    }

    /** Whether this is the seal of the text; an empty one is none. */
    public boolean proves(String seal, String text) {
        return !seal.isEmpty()
                && MessageDigest.isEqual(seal.getBytes(UTF_8), of(text).getBytes(UTF_8));
    }
}
