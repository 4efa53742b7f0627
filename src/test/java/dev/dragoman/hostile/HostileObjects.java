package dev.dragoman.hostile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Objects that are as odd as the API server lets them be: every text long, every map and list full,
 * everything that may nest as deep as it may, and metadata of all kinds. Made from an object that
 * is accepted and the schema of its kind. Pure.
 */
final class HostileObjects {
    /** Of an object the API server takes about a megabyte and a half. */
    private static final int BYTES = 900_000;

    private static final int ENTRIES = 3_000;
    private static final int DEPTH = 1_500;

    /**
     * One of them.
     *
     * @param what is odd about it
     */
    record Odd(String what, Map<String, Object> object) {}

    private HostileObjects() {}

    /**
     * @param object one that the API server accepts
     * @param schema of its kind, in OpenAPI; empty where its metadata and data are all that varies
     */
    static List<Odd> of(Map<String, Object> object, Map<String, Object> schema) {
        var all = new ArrayList<Odd>(metadata(object));
        var spec = map(map(schema, "properties"), "spec");
        if (!spec.isEmpty()) {
            var found = new ArrayList<Place>();
            places(spec, List.of("spec"), found);
            for (var form : Form.values()) {
                var some = found.stream().filter(each -> each.form == form).toList();
                if (!some.isEmpty()) {
                    all.add(new Odd(form + " everywhere", filled(object, some)));
                    some.forEach(
                            each ->
                                    all.add(
                                            new Odd(
                                                    form + " in " + String.join(".", each.path),
                                                    filled(object, List.of(each)))));
                }
            }
        }
        if (object.containsKey("data")) {
            all.add(new Odd("many keys", with(object, List.of("data"), entries())));
            all.add(
                    new Odd(
                            "one large value",
                            with(object, List.of("data"), Map.of("a", text(BYTES)))));
        }
        return all;
    }

    private enum Form {
        TEXT,
        MAP,
        LIST,
        ANYTHING
    }

    private record Place(Form form, List<String> path) {}

    private static List<Odd> metadata(Map<String, Object> object) {
        return Stream.of(
                        new Odd("an owner with a long uid", owners(object, 1, 60_000)),
                        new Odd("an owner with a longer uid", owners(object, 1, 500_000)),
                        new Odd("many owners", owners(object, 5_000, 36)),
                        new Odd(
                                "many labels",
                                with(
                                        object,
                                        List.of("metadata", "labels"),
                                        many("example.com/l", "x"))),
                        new Odd(
                                "many annotations",
                                with(
                                        object,
                                        List.of("metadata", "annotations"),
                                        many("example.com/a", "x"))),
                        new Odd(
                                "a long annotation",
                                with(
                                        object,
                                        List.of("metadata", "annotations"),
                                        Map.of("example.com/a", text(250_000)))),
                        new Odd(
                                "many finalizers",
                                with(
                                        object,
                                        List.of("metadata", "finalizers"),
                                        IntStream.range(0, ENTRIES)
                                                .mapToObj(each -> "example.com/f" + each)
                                                .toList())))
                .toList();
    }

    private static Map<String, Object> owners(Map<String, Object> object, int number, int length) {
        return with(
                object,
                List.of("metadata", "ownerReferences"),
                IntStream.range(0, number)
                        .mapToObj(
                                each ->
                                        Map.of(
                                                "apiVersion",
                                                "foo.example/v1",
                                                "kind",
                                                "Foo",
                                                "name",
                                                "x" + each,
                                                "uid",
                                                text(length - 5) + (10_000 + each)))
                        .toList());
    }

    /** All places of the schema that may be odd, outer ones first. */
    private static void places(Map<String, Object> schema, List<String> path, List<Place> found) {
        if (Boolean.TRUE.equals(schema.get("x-kubernetes-preserve-unknown-fields"))
                || schema.isEmpty()) {
            found.add(new Place(Form.ANYTHING, path));
        }
        switch (String.valueOf(schema.get("type"))) {
            case "string" -> {
                if (!schema.containsKey("enum")) {
                    found.add(new Place(Form.TEXT, path));
                }
            }
            case "array" -> found.add(new Place(Form.LIST, path));
            case "object" -> {
                var fields = map(schema, "properties");
                if (schema.get("additionalProperties") != null) {
                    found.add(new Place(Form.MAP, path));
                }
                fields.forEach(
                        (name, each) -> {
                            if (each instanceof Map<?, ?> && path.size() < 6) {
                                places(
                                        map(fields, name),
                                        Stream.concat(path.stream(), Stream.of(name)).toList(),
                                        found);
                            }
                        });
            }
            default -> {}
        }
    }

    private static Map<String, Object> filled(Map<String, Object> object, List<Place> places) {
        var filled = object;
        for (var each : places) {
            filled =
                    with(
                            filled,
                            each.path,
                            switch (each.form) {
                                case TEXT -> text(BYTES / places.size());
                                case MAP -> many("k", "v");
                                case LIST ->
                                        IntStream.range(0, ENTRIES / places.size() + 1)
                                                .mapToObj(any -> "10.0.0." + any)
                                                .toList();
                                case ANYTHING -> nested();
                            });
        }
        return filled;
    }

    private static Map<String, Object> entries() {
        return many("key-", "value");
    }

    private static Map<String, Object> many(String key, String value) {
        return IntStream.range(0, ENTRIES)
                .boxed()
                .collect(
                        Collectors.toMap(
                                each -> key + each,
                                each -> value,
                                (one, other) -> one,
                                LinkedHashMap::new));
    }

    private static Map<String, Object> nested() {
        Map<String, Object> map = Map.of("a", 1);
        for (int i = 1; i < DEPTH; i++) {
            map = Map.of("a", map);
        }
        return map;
    }

    private static String text(int length) {
        return "a".repeat(Math.max(0, length));
    }

    /** A copy with this value there. */
    static Map<String, Object> with(Map<String, Object> object, List<String> path, Object value) {
        var copy = new LinkedHashMap<>(object);
        var name = path.getFirst();
        copy.put(
                name,
                path.size() == 1
                        ? value
                        : with(map(object, name), path.subList(1, path.size()), value));
        return copy;
    }

    @SuppressWarnings("unchecked") // JSON has no other keys than strings
    private static Map<String, Object> map(Map<String, Object> object, String name) {
        return object.get(name) instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }
}
