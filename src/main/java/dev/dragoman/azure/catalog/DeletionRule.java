package dev.dragoman.azure.catalog;

import java.util.Map;
import java.util.Optional;

/**
 * How the resource of a kind is deleted, where a DELETE alone is not enough. Immutable.
 *
 * @param query further query parameters of the DELETE
 * @param headers further headers of the DELETE
 * @param before a request that is sent before the DELETE
 */
public record DeletionRule(
        Map<String, String> query, Map<String, String> headers, Optional<Before> before) {
    /** A DELETE alone. */
    public static final DeletionRule NONE = new DeletionRule(Map.of(), Map.of(), Optional.empty());

    public DeletionRule {
        query = Map.copyOf(query);
        headers = Map.copyOf(headers);
    }

    /**
     * A POST without a body. It is sent only where the resource was created for the object. The
     * resource is deleted without it where Azure's answer to a GET of the resource has no value for
     * a placeholder of the path.
     *
     * @param path absolute path; a placeholder in braces is a path into that answer
     * @param apiVersion ARM api-version of the request
     * @param unless path into the spec; where the spec has a value there, it names something that
     *     existed before the object and must stay, so the POST is not sent
     */
    public record Before(String path, String apiVersion, String unless) {}
}
