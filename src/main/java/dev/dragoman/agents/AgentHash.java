package dev.dragoman.agents;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.dragoman.kube.object.Seal;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

/**
 * Hash of the settings and Secrets that agents read when they start. The hash is keyed: users who
 * read the annotation with it must not be able to test guessed passwords.
 */
final class AgentHash {
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
            var all = Seal.hmac(key, JSON.writeValueAsBytes(inputs));
            return HexFormat.of().formatHex(Arrays.copyOf(all, BYTES));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(
                    "cannot compute the hash of the agents' settings and Secrets", e);
        }
    }
}
