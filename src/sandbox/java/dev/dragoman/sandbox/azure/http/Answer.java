package dev.dragoman.sandbox.azure.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An HTTP response.
 *
 * @param body null for none
 */
public record Answer(int status, Map<String, String> headers, JsonNode body) {
    /** No answer: the connection is closed. */
    public static final Answer LOST = empty(0);

    boolean lost() {
        return status == 0;
    }

    public static Answer of(int status, JsonNode body) {
        return new Answer(status, Map.of(), body);
    }

    public static Answer empty(int status) {
        return new Answer(status, Map.of(), null);
    }

    public Answer with(String header, String value) {
        var all = new LinkedHashMap<>(headers);
        all.put(header, value);
        return new Answer(status, all, body);
    }

    public Answer with(Map<String, String> more) {
        var all = new LinkedHashMap<>(headers);
        all.putAll(more);
        return new Answer(status, all, body);
    }
}
