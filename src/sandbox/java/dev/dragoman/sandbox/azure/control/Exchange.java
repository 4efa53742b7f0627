package dev.dragoman.sandbox.azure.control;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;

/**
 * One request to Resource Manager and its answer, without {@code Authorization}. Requests for
 * tokens are not recorded.
 *
 * @param requestBody null when there was none, or it was not JSON
 * @param responseBody null when there was none
 */
public record Exchange(
        Instant time,
        String method,
        String url,
        Map<String, String> requestHeaders,
        JsonNode requestBody,
        int status,
        Map<String, String> responseHeaders,
        JsonNode responseBody) {
    /** The path without its query. */
    public String path() {
        int from = url.indexOf('/', "https://".length());
        int to = url.indexOf('?');
        return url.substring(from, to < 0 ? url.length() : to);
    }
}
