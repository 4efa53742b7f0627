package dev.dragoman.tools.catalog;

import java.util.List;
import java.util.Map;

/** Reads OpenAPI schemas from YAML objects. */
final class Schemas {
    private Schemas() {}

    @SuppressWarnings("unchecked") // YAML objects have text keys
    static Map<String, Object> object(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }

    static Map<String, Object> properties(Map<String, Object> schema) {
        return object(schema.get("properties"));
    }

    @SuppressWarnings("unchecked") // the schema of a CRD allows only strings here
    static List<String> required(Map<String, Object> schema) {
        return (List<String>) schema.getOrDefault("required", List.of());
    }

    /**
     * The schema of the innermost element of nested lists and maps; otherwise the schema itself.
     */
    static Map<String, Object> element(Map<String, Object> schema) {
        Map<String, Object> at = schema;
        while (at.containsKey("items") || at.get("additionalProperties") instanceof Map) {
            at = object(at.containsKey("items") ? at.get("items") : at.get("additionalProperties"));
        }
        return at;
    }
}
