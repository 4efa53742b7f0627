package dev.dragoman.azure.model;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keyed hash of a body. Bodies hold secrets, and many users can read the status that stores the
 * hash. Without the key, they cannot use the hash to try passwords.
 */
public final class BodyHash {
    private static final String ALGORITHM = "HmacSHA256";

    private BodyHash() {}

    public static String hmac(byte[] key, Map<String, Object> body, String apiVersion) {
        return HexFormat.of().formatHex(mac(key, apiVersion + "\n" + Canonical.json(body)));
    }

    static byte[] mac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + ALGORITHM, e);
        }
    }
}
