package dev.dragoman.azure.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Reads JSON values of unknown type. A value of another type counts as absent. */
final class Values {
    private Values() {}

    @SuppressWarnings("unchecked") // JSON objects have text keys
    static Map<String, Object> object(Object value) {
        return value instanceof Map<?, ?> ? (Map<String, Object>) value : Map.of();
    }

    /** An empty object that may be changed. */
    static Map<String, Object> mutable() {
        return new LinkedHashMap<>();
    }

    static List<?> list(Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    static Optional<String> text(Object value) {
        return value instanceof String text && !text.isEmpty()
                ? Optional.of(text)
                : Optional.empty();
    }

    /** The value at a path of keys, or null. */
    static Object at(Map<String, Object> object, String... path) {
        Object at = object;
        for (String key : path) {
            at = object(at).get(key);
        }
        return at;
    }

    /** The value of a key, or null. The case of the key counts only when several keys match. */
    static Object ignoringCase(Map<String, Object> object, String name) {
        Object exact = object.get(name);
        return exact != null
                ? exact
                : object.entrySet().stream()
                        .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                        .map(Map.Entry::getValue)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
    }

    static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
