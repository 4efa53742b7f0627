package dev.dragoman.sandbox.azure.http;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An HTTP request to the sandbox.
 *
 * @param path decoded, without a trailing slash
 * @param query decoded values by lower-case name
 * @param headers the first value of each header, by name without regard to case
 */
public record Call(
        String method,
        URI uri,
        String path,
        Map<String, String> query,
        Map<String, String> headers,
        String body) {
    static Call of(String method, URI uri, Map<String, List<String>> headers, byte[] body) {
        var path = URLDecoder.decode(uri.getRawPath().replace("+", "%2B"), StandardCharsets.UTF_8);
        var byName = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((k, v) -> byName.put(k, v.getFirst()));
        return new Call(
                method,
                uri,
                path.length() > 1 && path.endsWith("/")
                        ? path.substring(0, path.length() - 1)
                        : path,
                parameters(uri.getRawQuery()),
                Collections.unmodifiableMap(byName),
                new String(body, StandardCharsets.UTF_8));
    }

    /** The decoded parameters of a query or a form, by lower-case name. */
    public static Map<String, String> parameters(String text) {
        var all = new TreeMap<String, String>();
        if (text == null || text.isEmpty()) {
            return all;
        }
        Arrays.stream(text.split("&", -1))
                .map(p -> p.split("=", 2))
                .forEach(
                        p ->
                                all.put(
                                        decode(p[0]).toLowerCase(Locale.ROOT),
                                        p.length > 1 ? decode(p[1]) : ""));
        return all;
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    public Optional<String> parameter(String name) {
        return Optional.ofNullable(query.get(name)).filter(v -> !v.isEmpty());
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
