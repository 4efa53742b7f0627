package dev.dragoman.sandbox.azure.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.azure.http.Json;
import dev.dragoman.sandbox.azure.vault.KeyVaults;
import java.time.Instant;
import java.util.Locale;
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

    /** The exchange in the format of Microsoft's validator (oav). */
    String line() {
        ObjectNode line = Json.object();
        var request = line.putObject("liveRequest");
        request.put("method", method()).put("url", url());
        request.set("headers", lowerCase(requestHeaders()));
        if (requestBody() != null) {
            request.set("body", requestBody());
        }
        var response = line.putObject("liveResponse");
        response.put("statusCode", Integer.toString(status()));
        response.set("headers", lowerCase(responseHeaders()));
        if (responseBody() != null) {
            response.set("body", responseBody());
        }
        return Json.text(line);
    }

    /** The headers with names in lower case, as in Node.js. */
    private static ObjectNode lowerCase(Map<String, String> headers) {
        var lower = Json.object();
        headers.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
        return lower;
    }
}
