package dev.dragoman.azure.vault;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads the properties of a value that is a JSON object. Pure. */
public final class JsonProperties {
    private static final JsonMapper JSON = new JsonMapper();

    private JsonProperties() {}

    /**
     * The properties that are strings, integers or booleans, as strings; empty if the value is no
     * JSON.
     */
    public static Optional<Map<String, String>> of(String value) {
        try {
            var out = new HashMap<String, String>();
            for (var each : JSON.readTree(value).properties()) {
                if (plain(each.getValue())) {
                    out.put(each.getKey(), each.getValue().asText());
                }
            }
            return Optional.of(out);
        } catch (JsonProcessingException noJson) {
            // the message of the exception may quote the value
            return Optional.empty();
        }
    }

    /** Whether the value as a string is exactly what its author wrote. */
    private static boolean plain(JsonNode value) {
        return value.isTextual() || value.isIntegralNumber() || value.isBoolean();
    }
}
