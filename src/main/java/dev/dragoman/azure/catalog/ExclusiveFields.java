package dev.dragoman.azure.catalog;

import dev.dragoman.azure.catalog.BodyField.From;
import dev.dragoman.azure.catalog.BodyField.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which fields of a spec exclude each other. These are variants of a one-of, and several ways to
 * give one value: a field, and the ConfigMap or Secret that has the value. The fields are found by
 * the path of the object that contains them, with {@code []} for the elements of lists and maps.
 * The path of the spec itself is empty.
 */
final class ExclusiveFields {
    private final Map<String, Set<Set<String>>> byPath = new TreeMap<>();

    private ExclusiveFields() {}

    static ExclusiveFields of(AzureKind kind) {
        var out = new ExclusiveFields();
        kind.versions().forEach(version -> out.object(version.body(), ""));
        return out;
    }

    /** The sets of fields of the object at the path; of each set, at most one field may be set. */
    Set<Set<String>> at(String path) {
        return byPath.getOrDefault(path, Set.of());
    }

    private void object(List<BodyField> fields, String path) {
        Set<String> variants = new LinkedHashSet<>();
        for (BodyField field : fields) {
            Set<String> ways = new LinkedHashSet<>();
            for (From from : field.from()) {
                switch (from.source()) {
                    case FLATTENED -> object(field.fields(), path);
                    case UNION -> {
                        variants.add(from.field());
                        object(field.fields(), below(path, from.field(), false));
                    }
                    case NAME -> {}
                    default -> {
                        ways.add(from.field());
                        if (from.source() == Source.VALUE) {
                            boolean many =
                                    field.shape() == BodyField.Shape.LIST
                                            || field.shape() == BodyField.Shape.MAP;
                            object(field.fields(), below(path, from.field(), many));
                        }
                    }
                }
            }
            add(path, ways);
        }
        add(path, variants);
    }

    private void add(String path, Set<String> fields) {
        if (fields.size() > 1) {
            byPath.computeIfAbsent(path, p -> new LinkedHashSet<>()).add(fields);
        }
    }

    private static String below(String path, String name, boolean many) {
        return (path.isEmpty() ? name : path + "." + name) + (many ? "[]" : "");
    }

    /** A schema that allows one field of the set, or none. */
    static Map<String, Object> atMostOne(Set<String> fields) {
        List<Object> ways = new ArrayList<>();
        fields.forEach(field -> ways.add(required(field)));
        Map<String, Object> none = new LinkedHashMap<>();
        none.put("not", Map.of("anyOf", fields.stream().map(ExclusiveFields::required).toList()));
        ways.add(none);
        return Map.of("oneOf", ways);
    }

    private static Map<String, Object> required(String field) {
        return Map.of("required", List.of(field));
    }
}
