package dev.dragoman.azure.catalog;

import static dev.dragoman.azure.catalog.AppliedVersionPolicy.ordered;
import static dev.dragoman.azure.catalog.CustomResources.object;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Adds to a schema the rules that types do not express. A reference is given in exactly one way,
 * and fields that exclude each other are not given together. The rules are {@code oneOf}s, whose
 * message only names the field. The message of a CEL rule could say what is wrong. But the API
 * server would keep a compiled program for each version of each kind (docs/benchmarks.md). For the
 * owner, which most kinds have, {@link ObjectPolicy} says what is wrong.
 */
final class ReferenceRules {
    private static final Set<String> BY_NAME = Set.of("armId", "name");
    private static final String WELL_KNOWN = "wellKnownName";
    private static final String OWNER = "owner";

    private final ExclusiveFields exclusive;

    ReferenceRules(ExclusiveFields exclusive) {
        this.exclusive = exclusive;
    }

    /**
     * The schema with its rules.
     *
     * @param path path of the object that the schema describes, as in {@link ExclusiveFields}
     */
    Map<String, Object> of(Map<String, Object> schema, String path) {
        Map<String, Object> out = new LinkedHashMap<>(schema);
        Map<String, Object> properties = object(schema.get("properties"));
        if (!properties.isEmpty()) {
            Map<String, Object> inner = new LinkedHashMap<>();
            properties.forEach(
                    (name, of) ->
                            inner.put(
                                    name,
                                    of(object(of), path.isEmpty() ? name : path + "." + name)));
            out.put("properties", inner);
        }
        for (String elements : List.of("items", "additionalProperties")) {
            if (schema.get(elements) instanceof Map<?, ?> of) {
                out.put(elements, of(object(of), path + "[]"));
            }
        }
        List<Map<String, Object>> all = new ArrayList<>();
        if (properties.keySet().containsAll(BY_NAME) && !path.equals(OWNER)) {
            all.add(oneOf(properties.containsKey(WELL_KNOWN)));
        }
        exclusive.at(path).stream()
                .filter(properties.keySet()::containsAll)
                .map(ExclusiveFields::atMostOne)
                .forEach(all::add);
        if (all.size() == 1) {
            out.putAll(all.getFirst());
        } else if (!all.isEmpty()) {
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

    /**
     * Requires a field that is not empty: templates write an empty text for a field without a
     * value.
     */
    private static Map<String, Object> given(String field) {
        return ordered(
                "required", List.of(field), "properties", Map.of(field, Map.of("minLength", 1)));
    }
}
