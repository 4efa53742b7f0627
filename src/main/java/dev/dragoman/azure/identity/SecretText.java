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
     * Decodes all values as UTF-8. A value that is no UTF-8, such as a PKCS#12, is decoded to one
     * character per byte.
     *
     * @param data the field {@code data} of a Secret; if it is no map, the result is empty
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
