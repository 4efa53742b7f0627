package dev.dragoman.agents;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Hash of the settings and Secrets that agents read when they start. The hash is keyed: users who
 * read the annotation with it must not be able to test guessed passwords.
 */
final class AgentHash {
    private static final String ALGORITHM = "HmacSHA256";

    /** Length of the hash: enough to tell two states of the same Secrets apart. */
    private static final int BYTES = 16;

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

    private AgentHash() {}

    /**
     * Returns the hash as 32 hexadecimal digits. The order of keys in {@code inputs} does not
     * matter.
     */
    static String hash(byte[] key, Map<String, ?> inputs) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            var all = mac.doFinal(JSON.writeValueAsBytes(inputs));
            return HexFormat.of().formatHex(Arrays.copyOf(all, BYTES));
        } catch (GeneralSecurityException | JsonProcessingException e) {
            throw new IllegalStateException(
                    "cannot compute the hash of the agents' settings and Secrets", e);
        }
    }
}
