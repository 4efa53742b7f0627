package dev.dragoman.tools.catalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A request and what Azure answered it.
 *
 * @param path without host and query
 * @param query by lower-case name
 * @param headers of the answer, the first value of each
 * @param body of the answer; null for none
 */
public record RecordedExchange(
        String method,
        String path,
        Map<String, String> query,
        int status,
        Map<String, String> headers,
        JsonNode body) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static RecordedExchange of(
            String path, String query, Map<String, Object> request, Map<String, Object> response) {
        Map<String, String> headers = new LinkedHashMap<>();
        Schemas.object(response.get("headers"))
                .forEach(
                        (name, values) ->
                                headers.put(name, (String) ((List<?>) values).getFirst()));
        return new RecordedExchange(
                (String) request.get("method"),
                path,
                parameters(query),
                status(response),
                headers,
                body((String) response.get("body")));
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> out = new TreeMap<>();
        for (var each : query.split("&", -1)) {
            var pair = each.split("=", 2);
            out.put(pair[0].toLowerCase(Locale.ROOT), pair.length > 1 ? pair[1] : "");
        }
        return out;
    }

    /** Version 1 of the format has no code of its own. */
    private static int status(Map<String, Object> response) {
        return response.get("code") instanceof Number code
                ? code.intValue()
                : Integer.parseInt(response.get("status").toString().split(" ", 2)[0]);
    }

    private static JsonNode body(String text) {
        try {
            return text == null || text.isEmpty() ? null : JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return null; // a page of HTML, of a gateway
        }
    }
}
