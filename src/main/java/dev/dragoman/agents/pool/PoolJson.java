package dev.dragoman.agents.pool;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.agents.decision.PoolAgent;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Parses lists that Azure DevOps sends. Keeps only the fields that are used: a small answer may
 * have very many values, and each takes far more memory than its text. Pure.
 */
final class PoolJson {
    /** Deepest nesting that is parsed; Azure DevOps has less than ten levels. */
    private static final int DEEPEST = 50;

    private static final JsonFactory JSON =
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                    .build();

    /**
     * Fields that are used, by the name of the nested object with them; the empty name means the
     * value itself.
     */
    private static final Map<String, Set<String>> USED =
            Map.of(
                    "", Set.of("id", "name", "status", "result", "receiveTime"),
                    "reservedAgent", Set.of("name"),
                    "systemCapabilities", Set.of(PoolAgent.OWNER));

    private PoolJson() {}

    /**
     * The values of a list, with the fields that are used.
     *
     * @return empty if the body is no list of Azure DevOps
     * @throws IOException if the body is no JSON, or nested too deep
     */
    static Optional<ArrayNode> values(byte[] body) throws IOException {
        Optional<ArrayNode> found = Optional.empty();
        try (var parser = JSON.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            for (var name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                if (parser.nextToken() == JsonToken.START_ARRAY && name.equals("value")) {
                    found = Optional.of(list(parser));
                } else {
                    parser.skipChildren();
                }
            }
        }
        return found;
    }

    private static ArrayNode list(JsonParser parser) throws IOException {
        var all = JsonNodeFactory.instance.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                all.add(map(parser, ""));
            } else {
                parser.skipChildren();
                all.addNull();
            }
        }
        return all;
    }

    private static ObjectNode map(JsonParser parser, String within) throws IOException {
        var map = JsonNodeFactory.instance.objectNode();
        for (var name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            var token = parser.nextToken();
            if (token.isScalarValue() && USED.get(within).contains(name)) {
                var _ = map.set(name, scalar(parser, token));
            } else if (token == JsonToken.START_OBJECT
                    && within.isEmpty()
                    && USED.containsKey(name)) {
                var _ = map.set(name, map(parser, name));
            } else {
                parser.skipChildren();
            }
        }
        return map;
    }

    private static JsonNode scalar(JsonParser parser, JsonToken token) throws IOException {
        var nodes = JsonNodeFactory.instance;
        return switch (token) {
            case VALUE_STRING -> nodes.textNode(parser.getText());
            case VALUE_NUMBER_INT -> nodes.numberNode(parser.getNumberValue().intValue());
            case VALUE_NULL -> nodes.nullNode();
            default -> nodes.textNode(parser.getText());
        };
    }
}
