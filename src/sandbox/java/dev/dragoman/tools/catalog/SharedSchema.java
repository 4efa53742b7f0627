package dev.dragoman.tools.catalog;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Merges the spec schemas of all versions of a kind into one schema that accepts whatever any
 * version accepts. An object that is written in one version and read in another version then loses
 * nothing. If only some versions forbid a value, the operator reports it, and the schema does not
 * refuse it.
 */
final class SharedSchema {
    private static final Set<String> DROPPED =
            Set.of("description", "title", "default", "example", "x-kubernetes-validations");

    /** Limits that are kept only when they are equal in all versions. */
    private static final Set<String> KEPT_WHEN_EQUAL =
            Set.of(
                    "pattern",
                    "format",
                    "maxLength",
                    "minLength",
                    "maxItems",
                    "minItems",
                    "maxProperties",
                    "minProperties",
                    "maximum",
                    "minimum",
                    "exclusiveMaximum",
                    "exclusiveMinimum",
                    "multipleOf",
                    "nullable");

    private SharedSchema() {}

    static Map<String, Object> of(List<Map<String, Object>> schemas) {
        return schemas.stream().map(SharedSchema::bare).reduce(SharedSchema::merge).orElseThrow();
    }

    /** The schema without descriptions, defaults and validations, with its keys sorted. */
    private static Map<String, Object> bare(Map<String, Object> schema) {
        Map<String, Object> out = new TreeMap<>();
        schema.forEach(
                (key, value) -> {
                    if (!DROPPED.contains(key)) {
                        out.put(key, bareValue(key, value));
                    }
                });
        return out;
    }

    private static Object bareValue(String key, Object value) {
        if (key.equals("properties")) {
            Map<String, Object> out = new TreeMap<>();
            Schemas.object(value).forEach((name, s) -> out.put(name, bare(Schemas.object(s))));
            return out;
        }
        return value instanceof Map<?, ?> ? bare(Schemas.object(value)) : value;
    }

    private static Map<String, Object> merge(Map<String, Object> a, Map<String, Object> b) {
        if (a.equals(b)) {
            return a;
        }
        if (!Objects.equals(a.get("type"), b.get("type"))) {
            return otherType(a, b);
        }
        if (a.containsKey("properties") != b.containsKey("properties")
                && (a.containsKey("additionalProperties")
                        || b.containsKey("additionalProperties"))) {
            return Map.of("type", "object", "x-kubernetes-preserve-unknown-fields", true);
        }
        Map<String, Object> out = new TreeMap<>();
        Set<String> keys = new LinkedHashSet<>(a.keySet());
        keys.addAll(b.keySet());
        for (String key : keys) {
            Object merged = mergeKey(key, a.get(key), b.get(key));
            if (merged != null) {
                out.put(key, merged);
            }
        }
        return out;
    }

    private static Map<String, Object> otherType(Map<String, Object> a, Map<String, Object> b) {
        boolean numbers =
                Set.of("integer", "number")
                        .containsAll(List.of(a.getOrDefault("type", ""), b.getOrDefault("type", "")));
        return numbers
                ? Map.of("type", "number")
                : Map.of("x-kubernetes-preserve-unknown-fields", true);
    }

    /** Merges the values of one key; null when the key must be left out. */
    private static Object mergeKey(String key, Object a, Object b) {
        if (Objects.equals(a, b)) {
            return a;
        }
        return switch (key) {
            case "properties" -> mergeProperties(Schemas.object(a), Schemas.object(b));
            case "items", "additionalProperties" ->
                    a == null || b == null
                            ? Objects.requireNonNullElse(a, b)
                            : merge(Schemas.object(a), Schemas.object(b));
            case "required" -> intersection(a, b);
            case "enum" -> union(a, b);
            case "x-kubernetes-map-type", "x-kubernetes-list-type" -> null;
            default -> KEPT_WHEN_EQUAL.contains(key) ? null : Objects.requireNonNullElse(a, b);
        };
    }

    private static Map<String, Object> mergeProperties(
            Map<String, Object> a, Map<String, Object> b) {
        Map<String, Object> out = new TreeMap<>(a);
        b.forEach(
                (name, schema) ->
                        out.merge(
                                name,
                                schema,
                                (x, y) -> merge(Schemas.object(x), Schemas.object(y))));
        return out;
    }

    private static Object intersection(Object a, Object b) {
        if (a == null || b == null) {
            return null;
        }
        List<Object> both = new ArrayList<>((List<?>) a);
        both.retainAll((List<?>) b);
        return both.isEmpty() ? null : both;
    }

    /** The values of both enums; null when one version accepts any value. */
    private static Object union(Object a, Object b) {
        if (a == null || b == null) {
            return null;
        }
        Set<Object> all = new LinkedHashSet<>((List<?>) a);
        all.addAll((List<?>) b);
        return new ArrayList<>(all);
    }

}
