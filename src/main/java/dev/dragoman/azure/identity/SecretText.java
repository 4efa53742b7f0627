package dev.dragoman.azure.identity;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/** Values of Secrets as text. */
public final class SecretText {
    private SecretText() {}

    /**
     * All values: UTF-8, or a character for each byte where it is none, as of a PKCS#12.
     *
     * @param data the field of the Secret, or what else it is
     */
    public static Map<String, String> decode(Object data) {
        var values = new HashMap<String, String>();
        if (data instanceof Map<?, ?> map) {
            map.forEach((k, v) -> values.put(String.valueOf(k), text(String.valueOf(v))));
        }
        return values;
    }

    private static String text(String base64) {
        var bytes = Base64.getDecoder().decode(base64);
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException binary) {
            return new String(bytes, ISO_8859_1);
        }
    }
}
