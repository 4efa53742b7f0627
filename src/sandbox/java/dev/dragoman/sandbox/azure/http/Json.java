package dev.dragoman.sandbox.azure.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** JSON operations of the sandbox. */
public final class Json {
    public static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {}

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    public static JsonNode parse(String text) throws JsonProcessingException {
        return MAPPER.readTree(text);
    }

    public static String text(JsonNode node) {
        try {
            return MAPPER.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The value at a dotted path, in which numbers are indexes of lists. A missing node if there is
     * none.
     */
    public static JsonNode at(JsonNode root, String path) {
        var node = root;
        for (var name : path.split("\\.", -1)) {
            node = node.isArray() ? node.path(Integer.parseInt(name)) : node.path(name);
        }
        return node;
    }

    /** Removes the value at a dotted path. */
    public static void remove(ObjectNode root, String path) {
        int dot = path.lastIndexOf('.');
        var parent = dot < 0 ? root : at(root, path.substring(0, dot));
        if (parent instanceof ObjectNode object) {
            object.remove(path.substring(dot + 1));
        }
    }

    /** Applies a JSON merge patch (RFC 7396) to the target. */
    public static void mergePatch(ObjectNode target, JsonNode patch) {
        for (var field : List.copyOf(patch.properties())) {
            var value = field.getValue();
            if (value.isNull()) {
                target.remove(field.getKey());
            } else if (value.isObject()) {
                if (!(target.get(field.getKey()) instanceof ObjectNode)) {
                    target.putObject(field.getKey());
                }
                mergePatch((ObjectNode) target.get(field.getKey()), value);
            } else {
                target.set(field.getKey(), value.deepCopy());
            }
        }
    }

    /**
     * Adds the defaults that the target does not have, at every depth of objects. A null counts as
     * missing.
     */
    public static void fill(ObjectNode target, JsonNode defaults) {
        for (var field : List.copyOf(defaults.properties())) {
            var have = target.get(field.getKey());
            if (have == null || have.isNull()) {
                target.set(field.getKey(), field.getValue().deepCopy());
            } else if (have instanceof ObjectNode object && field.getValue().isObject()) {
                fill(object, field.getValue());
            }
        }
    }

    /** Removes object members that are null, at every depth. */
    public static void dropNulls(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.properties().removeIf(f -> f.getValue().isNull());
        }
        node.forEach(Json::dropNulls);
    }
}
