package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.BodyField;
import dev.dragoman.azure.catalog.CatalogFiles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The JSON types of scalar values in the bodies of a kind, from its schema. In a path {@code []}
 * stands for each element of a list and {@code {}} for each value of a map. Immutable.
 */
final class BodyTypes {
    private final Map<String, Type> types;

    /** The JSON types that are checked. */
    private enum Type {
        STRING("a string"),
        BOOLEAN("a boolean"),
        INTEGER("an integer"),
        NUMBER("a number");

        final String words;

        Type(String words) {
            this.words = words;
        }

        boolean is(JsonNode value) {
            return switch (this) {
                case STRING -> value.isTextual();
                case BOOLEAN -> value.isBoolean();
                case INTEGER -> value.isIntegralNumber();
                case NUMBER -> value.isNumber();
            };
        }
    }

    private BodyTypes(Map<String, Type> types) {
        this.types = Map.copyOf(types);
    }

    /**
     * The types of a version's values. Values without a type in the schema are not checked.
     *
     * @param kinds the kinds of the ARM type; those that have the version are used
     */
    static BodyTypes of(List<AzureKind> kinds, AzureVersion version) {
        var found = new HashMap<String, Type>();
        kinds.stream()
                .filter(kind -> kind.versions().contains(version))
                .forEach(
                        kind -> fields(version.body(), CatalogFiles.specSchema(kind), "", found));
        return new BodyTypes(found);
    }

    /**
     * The expected type, in words, when the value has another type; empty when the value fits or is
     * not checked.
     */
    Optional<String> expected(String path, JsonNode value) {
        return Optional.ofNullable(types.get(path))
                .filter(type -> !type.is(value))
                .map(type -> type.words);
    }

    private static void fields(
            List<BodyField> fields, Map<?, ?> schema, String path, Map<String, Type> into) {
        for (var field : fields) {
            var at = path + field.arm();
            for (var from : field.from()) {
                switch (from.source()) {
                    case FLATTENED -> fields(field.fields(), schema, at + ".", into);
                    case VALUE -> value(field, property(schema, from.field()), at, into);
                    case NAME, REFERENCE, ROLE_REFERENCE, SECRET, CONFIG, VAULT_MODE -> into.put(at, Type.STRING);
                    case REFERENCE_MAP, SECRET_MAP, UNION, BODY, REFERENCE_AT, SECRET_AT -> {}
                }
            }
        }
    }

    private static void value(
            BodyField field, Map<?, ?> schema, String at, Map<String, Type> into) {
        switch (field.shape()) {
            case OBJECT -> fields(field.fields(), schema, at + ".", into);
            case LIST -> elements(field, map(schema.get("items")), at + "[]", into);
            case MAP -> elements(field, map(schema.get("additionalProperties")), at + "{}", into);
            case SCALAR -> single(schema, at, into);
        }
    }

    private static void elements(
            BodyField field, Map<?, ?> schema, String at, Map<String, Type> into) {
        if (field.fields().isEmpty()) {
            single(schema, at, into);
        } else {
            fields(field.fields(), schema, at + ".", into);
        }
    }

    private static void single(Map<?, ?> schema, String at, Map<String, Type> into) {
        for (var type : Type.values()) {
            if (type.name().equalsIgnoreCase(String.valueOf(schema.get("type")))) {
                into.put(at, type);
            }
        }
    }

    private static Map<?, ?> property(Map<?, ?> schema, String name) {
        return map(map(schema.get("properties")).get(name));
    }

    private static Map<?, ?> map(Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }
}
