package dev.dragoman.azure.model;

import dev.dragoman.kube.object.Seal;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;

/**
 * Keyed hash of a body. Bodies hold secrets, and many users can read the status that stores the
 * hash. Without the key, they cannot use the hash to try passwords.
 */
public final class BodyHash {
    private BodyHash() {}

    public static String hmac(byte[] key, Map<String, Object> body, String apiVersion) {
        var text = apiVersion + "\n" + Canonical.json(body);
        return HexFormat.of().formatHex(Seal.hmac(key, text.getBytes(StandardCharsets.UTF_8)));
    }
}
