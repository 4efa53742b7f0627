package dev.dragoman.azure.catalog;

import java.util.Map;
import java.util.Optional;

/**
 * How the resource of a kind is deleted, if a plain DELETE is not enough. Immutable.
 *
 * @param query further query parameters of the DELETE
 * @param headers further headers of the DELETE
 * @param before a request that is sent before the DELETE, or empty
 */
public record DeletionRule(
        Map<String, String> query, Map<String, String> headers, Optional<Before> before) {
    /** A plain DELETE. */
    public static final DeletionRule NONE = new DeletionRule(Map.of(), Map.of(), Optional.empty());

    public DeletionRule {
        query = Map.copyOf(query);
        headers = Map.copyOf(headers);
    }

    /**
     * A POST without a body. It is sent only if the resource was created for the object. If a
     * placeholder of the path has no value in Azure's answer to a GET of the resource, only the
     * DELETE is sent.
     *
     * @param path absolute path; a placeholder in braces is a path into that answer
     * @param apiVersion ARM api-version of the request
     * @param unless path into the spec. A value there names a resource that existed before the
     *     object, such as a subscription. Then the POST, which would cancel it, is not sent
     */
    public record Before(String path, String apiVersion, String unless) {}
}
