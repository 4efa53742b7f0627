package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;

/**
 * Answers requests to Resource Manager in place of the local Azure, which still asks for a token.
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
     * Answers one request. Requests may come at the same time.
     *
     * @param path decoded, without the query
     * @param query by lower-case name
     * @return empty where the local Azure is to answer
     */
    Optional<Played> answer(String method, String path, Map<String, String> query);
}
