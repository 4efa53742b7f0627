package dev.dragoman.sandbox.azure.control;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.sandbox.azure.vault.KeyVaults;
import java.time.Instant;
import java.util.Map;

/**
 * One request to Resource Manager or to a key vault and its answer, without {@code Authorization}
 * and without values of secrets in a vault. Requests for tokens are not recorded.
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
    /** The path of the URL without the query. For a key vault, the host is its first segment. */
    public String path() {
        int from = url.indexOf('/', "https://".length());
        int to = url.indexOf('?');
        var path = url.substring(from, to < 0 ? url.length() : to);
        return ofVault() ? "/" + host().replaceAll(":\\d+$", "") + path : path;
    }

    /** Whether the request was to a key vault. */
    public boolean ofVault() {
        return KeyVaults.name(host()).isPresent();
    }

    private String host() {
        return url.substring("https://".length(), url.indexOf('/', "https://".length()));
    }
}
