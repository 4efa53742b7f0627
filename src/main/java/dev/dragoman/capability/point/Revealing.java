package dev.dragoman.capability.point;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Puts hidden values back into a Secret that a team's steps apply. They may stand nowhere else,
 * because people who may not read Secrets could read them there. Pure.
 */
public final class Revealing {
    private static final List<String> VALUES = List.of("data", "stringData");

    private Revealing() {}

    /**
     * The object with the values of its hidden fields; the object itself when it has none.
     *
     * @throws IllegalArgumentException when a hidden value, or its mask, stands elsewhere than in
     *     the values of a Secret
     */
    public static Map<String, Object> of(Map<String, Object> object) {
        var out = new LinkedHashMap<>(object);
        if ("Secret".equals(object.get("kind")) && "v1".equals(object.get("apiVersion"))) {
            VALUES.forEach(field -> out.computeIfPresent(field, Revealing::values));
        }
        if (isHidden(out)) {
            throw new IllegalArgumentException(
                    "a value of a Secret (***) may stand only in data and stringData of a Secret; remove it from all other fields");
        }
        return out.equals(object) ? object : out;
    }

    /**
     * The text of a value that a team's step hands to a writer of secrets, hidden or not; empty if
     * it is no text.
     *
     * @throws IllegalArgumentException when the mask stands in a text
     */
    public static Optional<String> text(Object value) {
        if (value instanceof String text && text.contains("***")) {
            throw new IllegalArgumentException(
                    "the text has *** in the place of a hidden value; pass the value on by an expression that is nothing else, such as ${body}");
        }
        var plain = value instanceof Opaque hidden ? Opaque.reveal(hidden) : value;
        return plain instanceof String text ? Optional.of(text) : Optional.empty();
    }

    private static Object values(String field, Object values) {
        if (!(values instanceof Map<?, ?> map)) {
            return values instanceof Opaque hidden ? Opaque.reveal(hidden) : values;
        }
        var out = new LinkedHashMap<String, Object>();
        map.forEach((key, value) -> out.put(String.valueOf(key), value(field, key, value)));
        return out;
    }

    private static Object value(String field, Object key, Object value) {
        if ("***".equals(value)) {
            throw new IllegalArgumentException(
                    "%s.%s is the text ***, not the value of a Secret; pass the value on by an expression without other text, such as ${body[data]}"
                            .formatted(field, key));
        }
        return value instanceof Opaque hidden ? Opaque.reveal(hidden) : value;
    }

    /** Whether a hidden value stands anywhere in a body. */
    public static boolean isHidden(Object value) {
        return switch (value) {
            case Opaque _ -> true;
            case Map<?, ?> map -> map.values().stream().anyMatch(Revealing::isHidden);
            case List<?> list -> list.stream().anyMatch(Revealing::isHidden);
            case null, default -> false;
        };
    }
}
