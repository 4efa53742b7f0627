package dev.dragoman.azure.arm;

import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * One request to ARM.
 *
 * @param method HTTP method
 * @param url absolute URL
 * @param body JSON body, or empty
 * @param headers further headers, besides those that every request has
 */
public record ArmRequest(
        String method, URI url, Optional<Map<String, Object>> body, Map<String, String> headers) {
    /** A request without further headers. */
    public ArmRequest(String method, URI url, Optional<Map<String, Object>> body) {
        this(method, url, body, Map.of());
    }

    /** A GET of a URL that an answer of Azure named. */
    public static ArmRequest get(URI url) {
        return new ArmRequest("GET", url, Optional.empty());
    }

    /** Without the query, which may hold a signature, and without body and headers. */
    @Override
    public String toString() {
        return method + " " + url.getPath();
    }
}
