package dev.dragoman.hostile;

import java.util.ArrayList;
import java.util.HashMap;
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

    /** Names on the way to the deepest place. */
    private static final int DEEP = 7;

    /** On the way to a place, the first item of a list. */
    private static final String ITEM = "[]";

    /**
     * One of them.
     *
     * @param what is odd about it
     */
    record Odd(String what, Map<String, Object> object) {}

    private final Map<String, Object> object;

    /** What stands where an object or an item is missing on the way to a place, by its path. */
    private final Map<List<String>, Object> least = new HashMap<>();

    private final List<Place> places = new ArrayList<>();

    private HostileObjects(Map<String, Object> object, Map<String, Object> spec) {
        this.object = object;
        places(spec, List.of("spec"));
    }

    /**
     * @param object one that the API server accepts
     * @param schema of its kind, in OpenAPI; empty where its metadata and data are all that varies
     */
    static List<Odd> of(Map<String, Object> object, Map<String, Object> schema) {
        var all = new ArrayList<Odd>(metadata(object));
        var spec = map(map(schema, "properties"), "spec");
        if (!spec.isEmpty()) {
            all.addAll(new HostileObjects(object, spec).fields());
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

    private List<Odd> fields() {
        var all = new ArrayList<Odd>();
        for (var form : Form.values()) {
            var some = places.stream().filter(each -> each.form == form).toList();
            if (some.isEmpty()) {
                continue;
            }
            all.add(new Odd(form + " everywhere", filled(some)));
            for (var each : some) {
                all.add(
                        new Odd(
                                form + " in " + String.join(".", each.path),
                                filled(List.of(each))));
            }
        }
        return all;
    }

    private enum Form {
        TEXT,
        MAP,
        LIST,
        ANYTHING
    }

    private record Place(Form form, List<String> path, Map<String, Object> schema) {}

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
    private void places(Map<String, Object> schema, List<String> path) {
        if (Boolean.TRUE.equals(schema.get("x-kubernetes-preserve-unknown-fields"))
                || schema.isEmpty()) {
            places.add(new Place(Form.ANYTHING, path, schema));
        }
        switch (String.valueOf(schema.get("type"))) {
            case "string" -> {
                if (!schema.containsKey("enum")) {
                    places.add(new Place(Form.TEXT, path, schema));
                }
            }
            case "array" -> {
                var items = map(schema, "items");
                places.add(new Place(Form.LIST, path, items));
                if (path.size() < DEEP) {
                    least.put(path, List.of(sample(items, 0)));
                    places(items, and(path, ITEM));
                }
            }
            case "object" -> {
                if (schema.get("additionalProperties") != null) {
                    places.add(new Place(Form.MAP, path, map(schema, "additionalProperties")));
                }
                least.put(path, sample(schema, 0));
                if (path.size() < DEEP) {
                    var fields = map(schema, "properties");
                    fields.keySet().forEach(name -> places(map(fields, name), and(path, name)));
                }
            }
            default -> {}
        }
    }

    private static List<String> and(List<String> path, String name) {
        return Stream.concat(path.stream(), Stream.of(name)).toList();
    }

    /** The least that the schema lets pass; texts and numbers differ by the index. */
    private static Object sample(Map<String, Object> schema, int index) {
        if (schema.get("enum") instanceof List<?> values) {
            return values.getFirst();
        }
        return switch (String.valueOf(schema.get("type"))) {
            case "string" -> "a" + index;
            case "boolean" -> true;
            case "array" ->
                    schema.containsKey("minItems")
                            ? List.of(sample(map(schema, "items"), index))
                            : List.of();
            case "object" -> {
                var object = new LinkedHashMap<String, Object>();
                if (schema.get("required") instanceof List<?> names) {
                    for (var name : names) {
                        var field = map(map(schema, "properties"), String.valueOf(name));
                        object.put(String.valueOf(name), sample(field, index));
                    }
                }
                yield object;
            }
            default -> schema.get("minimum") instanceof Number least ? least : 1 + index;
        };
    }

    private Map<String, Object> filled(List<Place> some) {
        var filled = object;
        for (var each : some) {
            filled = with(filled, List.of(), each.path, odd(each, some.size()));
        }
        return filled;
    }

    /**
     * @param among how many there are in the object, which has a largest size
     */
    private static Object odd(Place place, int among) {
        int entries = ENTRIES / among + 1;
        return switch (place.form) {
            case TEXT -> text(BYTES / among);
            case MAP -> {
                var map = new LinkedHashMap<String, Object>();
                for (int i = 0; i < entries; i++) {
                    map.put("k" + i, sample(place.schema, i));
                }
                yield map;
            }
            case LIST ->
                    IntStream.range(0, entries).mapToObj(i -> sample(place.schema, i)).toList();
            case ANYTHING -> nested();
        };
    }

    /** A copy with this value at the path; what is missing on the way is the least that may be. */
    @SuppressWarnings("unchecked") // JSON has no other keys than strings
    private Map<String, Object> with(
            Map<String, Object> in, List<String> above, List<String> path, Object value) {
        var copy = new LinkedHashMap<>(in);
        var name = path.getFirst();
        var rest = path.subList(1, path.size());
        var here = and(above, name);
        Object now = copy.containsKey(name) ? copy.get(name) : least.get(here);
        if (rest.isEmpty()) {
            copy.put(name, value);
        } else if (rest.getFirst().equals(ITEM)) {
            var first = now instanceof List<?> list && !list.isEmpty() ? list.getFirst() : Map.of();
            var below = rest.subList(1, rest.size());
            copy.put(
                    name,
                    List.of(
                            below.isEmpty() || !(first instanceof Map<?, ?> item)
                                    ? value
                                    : with(
                                            (Map<String, Object>) item,
                                            and(here, ITEM),
                                            below,
                                            value)));
        } else {
            copy.put(
                    name,
                    with(
                            now instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of(),
                            here,
                            rest,
                            value));
        }
        return copy;
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
