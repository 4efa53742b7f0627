package dev.dragoman.azure.catalog;

import static dev.dragoman.azure.catalog.AppliedVersionPolicy.ordered;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Adds to a schema what a type tree alone does not say: a reference is given in exactly one way,
 * and fields that exclude each other are not given together.
 *
 * <p>Outside of lists a rule in CEL says so in words. In lists and maps a one-of does, whose
 * message names only the field: the API server counts what a rule may cost over all elements that a
 * request of 3 MB has room for, and keeps a compiled program for each rule of each version.
 */
final class ReferenceRules {
    private static final Set<String> BY_NAME = Set.of("armId", "name");
    private static final String WELL_KNOWN = "wellKnownName";

    private final ExclusiveFields exclusive;

    ReferenceRules(ExclusiveFields exclusive) {
        this.exclusive = exclusive;
    }

    /**
     * The schema with its rules.
     *
     * @param path of the object that the schema describes, as {@link ExclusiveFields} spells it
     * @param many whether it is in a list or map
     */
    Map<String, Object> of(Map<String, Object> schema, String path, boolean many) {
        Map<String, Object> out = new LinkedHashMap<>(schema);
        Map<String, Object> properties = object(schema.get("properties"));
        if (!properties.isEmpty()) {
            Map<String, Object> inner = new LinkedHashMap<>();
            properties.forEach(
                    (name, of) ->
                            inner.put(
                                    name,
                                    of(
                                            object(of),
                                            path.isEmpty() ? name : path + "." + name,
                                            many)));
            out.put("properties", inner);
        }
        for (String elements : List.of("items", "additionalProperties")) {
            if (schema.get(elements) instanceof Map<?, ?> of) {
                out.put(elements, of(object(of), path + "[]", true));
            }
        }
        List<Object> all = new ArrayList<>();
        if (properties.keySet().containsAll(BY_NAME)) {
            boolean wellKnown = properties.containsKey(WELL_KNOWN);
            if (many) {
                all.add(oneOf(wellKnown));
            } else {
                out.put("x-kubernetes-validations", List.of(inWords(wellKnown)));
            }
        }
        exclusive.at(path).stream()
                .filter(properties.keySet()::containsAll)
                .map(ExclusiveFields::atMostOne)
                .forEach(all::add);
        if (!all.isEmpty()) {
            out.put("allOf", all);
        }
        return out;
    }

    private static Map<String, Object> oneOf(boolean wellKnown) {
        List<Object> ways = new ArrayList<>(List.of(given("armId"), given("name")));
        if (wellKnown) {
            ways.add(given(WELL_KNOWN));
        }
        return Map.of("oneOf", ways);
    }

    /** An empty text is none: templates write it. */
    private static Map<String, Object> given(String field) {
        return ordered(
                "required", List.of(field), "properties", Map.of(field, Map.of("minLength", 1)));
    }

    /** The length of a text costs nothing, a comparison costs its length. */
    private static Map<String, Object> inWords(boolean wellKnown) {
        String armId = set("armId");
        String name = set("name");
        if (!wellKnown) {
            return rule(armId + " != " + name, "give either armId or name, not both, not neither");
        }
        String count =
                "(%s ? 1 : 0) + (%s ? 1 : 0) + (%s ? 1 : 0) == 1"
                        .formatted(armId, name, set(WELL_KNOWN));
        return rule(count, "give exactly one of armId, name and wellKnownName");
    }

    private static String set(String field) {
        return "(has(self.%1$s) && size(self.%1$s) > 0)".formatted(field);
    }

    private static Map<String, Object> rule(String expression, String message) {
        return ordered("rule", expression, "message", message);
    }

    @SuppressWarnings("unchecked") // JSON objects have text keys
    private static Map<String, Object> object(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }
}
