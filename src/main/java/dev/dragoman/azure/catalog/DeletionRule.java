package dev.dragoman.azure.catalog;

import java.util.Map;
import java.util.Optional;

/**
 * How the resource of a kind is deleted, where a DELETE alone is not enough. Immutable.
 *
 * @param query more parameters of the DELETE
 * @param headers more headers of the DELETE
 * @param before a request that comes before it
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
     * A POST without a body. It is sent only where the resource was made for the object, and was
     * not there before it. It is not sent, and the resource is deleted all the same, where Azure's
     * answer to a GET of the resource has no value for a hole of the path.
     *
     * @param path absolute path; what stands in braces is a path into that answer
     * @param apiVersion ARM api-version of the request
     * @param unless path into the spec: where the object says it there, it names something that was
     *     there before it, and stays
     */
    public record Before(String path, String apiVersion, String unless) {}
}
