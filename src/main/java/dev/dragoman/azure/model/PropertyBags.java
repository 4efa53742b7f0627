package dev.dragoman.azure.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.reconcile.watch.BoundedJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads property bags: Azure Service Operator stores fields that its stored version does not have
 * in a map {@code $propertyBag}, which any struct may have. Keys are the fields' names in Go. A
 * text is stored as it is, other values as JSON, which may contain property bags again. Pure.
 */
public final class PropertyBags {
    /** Field of a struct that holds its property bag. */
    public static final String FIELD = "$propertyBag";

    private static final ObjectMapper JSON =
            new ObjectMapper(
                    JsonFactory.builder().streamReadConstraints(BoundedJson.REFUSING).build());

    private PropertyBags() {}

    /**
     * Result of {@link #unfold}.
     *
     * @param value the struct with all fields in their own places, without property bags
     * @param problems one sentence for each field that the schema does not have; an object with
     *     problems must not be written, because the API server would prune these fields
     */
    public record Unfolded(Map<String, Object> value, List<String> problems) {
        /** Copies the problems. */
        public Unfolded {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Moves all fields out of property bags.
     *
     * @param spec as it is stored; not changed
     * @param schema OpenAPI schema with the fields of all versions
     */
    public static Unfolded unfold(Map<String, Object> spec, Map<String, Object> schema) {
        var problems = new ArrayList<String>();
        var out = Values.object(value(spec, schema, "spec", problems));
        return new Unfolded(out, problems);
    }

    /** The value without any property bag in it. */
    public static Object without(Object value) {
        if (value instanceof Map<?, ?> map) {
            var out = new LinkedHashMap<String, Object>();
            Values.object(map)
                    .forEach(
                            (name, inner) -> {
                                if (!FIELD.equals(name)) {
                                    out.put(name, without(inner));
                                }
                            });
            return out;
        }
        return value instanceof List<?> list
                ? list.stream().map(PropertyBags::without).toList()
                : value;
    }

    private static Object value(
            Object value, Map<String, Object> schema, String path, List<String> problems) {
        if (Boolean.TRUE.equals(schema.get("x-kubernetes-preserve-unknown-fields"))) {
            return value;
        }
        if (value instanceof List<?> list) {
            var items = Values.object(schema.get("items"));
            return list.stream().map(each -> value(each, items, path + "[]", problems)).toList();
        }
        if (!(value instanceof Map<?, ?> map)) {
            return value;
        }
        if (schema.get("additionalProperties") instanceof Map<?, ?> elements) {
            var out = new LinkedHashMap<String, Object>();
            var schemaOfAll = Values.object(elements);
            Values.object(map)
                    .forEach(
                            (key, each) ->
                                    out.put(
                                            key,
                                            value(each, schemaOfAll, path + "." + key, problems)));
            return out;
        }
        return struct(Values.object(map), Values.object(schema.get("properties")), path, problems);
    }

    private static Map<String, Object> struct(
            Map<String, Object> struct,
            Map<String, Object> fields,
            String path,
            List<String> problems) {
        var out = new LinkedHashMap<String, Object>();
        struct.forEach(
                (name, inner) -> {
                    var at = path + "." + name;
                    if (fields.containsKey(name)) {
                        out.put(name, value(inner, Values.object(fields.get(name)), at, problems));
                    } else if (!FIELD.equals(name)) {
                        problems.add(at + " is in no version that Dragoman serves");
                    }
                });
        Values.object(struct.get(FIELD))
                .forEach(
                        (go, text) ->
                                field(go, fields)
                                        .ifPresentOrElse(
                                                // a value outside of the property bag is newer, so
                                                // it is kept
                                                name ->
                                                        out.computeIfAbsent(
                                                                name,
                                                                _ ->
                                                                        parsed(
                                                                                String.valueOf(
                                                                                        text),
                                                                                Values.object(
                                                                                        fields.get(
                                                                                                name)),
                                                                                path + "." + name,
                                                                                problems)),
                                                () ->
                                                        problems.add(
                                                                "%s.%s holds %s, which is in no version that Dragoman serves"
                                                                        .formatted(
                                                                                path, FIELD, go))));
        return out;
    }

    /**
     * Finds the field by its name in Go, which differs from the JSON name only in case, mostly in
     * the first letter. One kind has two fields whose names differ only in case
     * (VirtualNetworksSubnet, applicationGatewayIPConfigurations): there all but the first letter
     * must match exactly.
     */
    private static Optional<String> field(String go, Map<String, Object> fields) {
        var alike = fields.keySet().stream().filter(go::equalsIgnoreCase).toList();
        return alike.size() == 1
                ? Optional.of(alike.getFirst())
                : alike.stream()
                        .filter(name -> name.substring(1).equals(go.substring(1)))
                        .findFirst();
    }

    private static Object parsed(
            String text, Map<String, Object> schema, String path, List<String> problems) {
        if ("string".equals(schema.get("type"))) {
            return text;
        }
        try {
            return value(JSON.readValue(text, Object.class), schema, path, problems);
        } catch (JsonProcessingException e) {
            // without the text, which may be a secret
            problems.add(path + " is no JSON in the property bag, or is nested too deep");
            return null;
        }
    }
}
