package dev.dragoman.tools.catalog;

import dev.dragoman.azure.catalog.BodyField;
import dev.dragoman.azure.catalog.BodyField.Source;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The harness that made the recordings read the samples without regard to case, an API server does
 * not: a few samples need their keys respelled.
 */
final class SampleSpelling {
    private static final List<String> OF_REFERENCES =
            List.of("armId", "group", "kind", "name", "key", "wellKnownName", "reference");

    private SampleSpelling() {}

    static Map<String, Object> corrected(List<BodyField> fields, Map<String, Object> spec) {
        Map<String, Object> out = new LinkedHashMap<>();
        spec.forEach(
                (key, value) -> {
                    var feeding =
                            feeding(fields)
                                    .filter(f -> f.name().equalsIgnoreCase(key))
                                    .sorted(
                                            java.util.Comparator.comparing(
                                                    f -> !f.name().equals(key)))
                                    .findFirst();
                    out.put(
                            feeding.map(Feeding::name).orElse(key),
                            feeding.map(f -> value(f, value)).orElse(value));
                });
        return out;
    }

    private record Feeding(String name, Source source, BodyField field) {}

    private static Stream<Feeding> feeding(List<BodyField> fields) {
        return fields.stream()
                .flatMap(
                        field ->
                                field.from().stream()
                                        .flatMap(
                                                from ->
                                                        from.source() == Source.FLATTENED
                                                                ? feeding(field.fields())
                                                                : Stream.of(
                                                                        new Feeding(
                                                                                from.field(),
                                                                                from.source(),
                                                                                field))));
    }

    private static Object value(Feeding by, Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(item -> value(by, item)).toList();
        }
        if (!(value instanceof Map<?, ?>)) {
            return value;
        }
        Map<String, Object> object = Schemas.object(value);
        boolean inner = by.source() == Source.VALUE || by.source() == Source.UNION;
        if (inner && by.field().shape() == BodyField.Shape.MAP) {
            return object;
        }
        return inner ? corrected(by.field().fields(), object) : reference(object);
    }

    private static Map<String, Object> reference(Map<String, Object> object) {
        Map<String, Object> out = new LinkedHashMap<>();
        object.forEach(
                (key, value) ->
                        out.put(
                                OF_REFERENCES.stream()
                                        .filter(name -> name.equalsIgnoreCase(key))
                                        .findFirst()
                                        .orElse(key),
                                value instanceof Map<?, ?> map
                                        ? reference(Schemas.object(map))
                                        : value));
        return out;
    }
}
