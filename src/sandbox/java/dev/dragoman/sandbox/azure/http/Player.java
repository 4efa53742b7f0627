package dev.dragoman.sandbox.azure.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;

/**
 * Answers requests to Resource Manager instead of the local Azure, which still checks the caller's
 * token.
 */
@FunctionalInterface
public interface Player {
    /**
     * An answer.
     *
     * @param body null for none
     */
    record Played(int status, Map<String, String> headers, JsonNode body) {}

    /**
     * Answers one request. Must be thread-safe.
     *
     * @param path decoded, without the query
     * @param query by lower-case name
     * @return empty when the local Azure shall answer
     */
    Optional<Played> answer(String method, String path, Map<String, String> query);
}
