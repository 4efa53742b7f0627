package dev.dragoman.azure.catalog;

import java.util.Map;
import java.util.Optional;

/**
 * A field that Azure does not change in a resource that exists: it refuses or ignores a change.
 * Immutable.
 *
 * @param path ARM path as in {@code .properties.principalId}; fields below it are fixed too
 * @param source page of Microsoft that documents this
 */
public record FixedField(String path, String source) {
    /**
     * Whether a difference between the spec and Azure is in this field.
     *
     * @param drift path of the difference, without the dot at its beginning
     */
    public boolean has(String drift) {
        return drift.equals(name()) || drift.startsWith(name() + ".");
    }

    /** The path without the dot at its beginning, for messages. */
    public String name() {
        return path.substring(1);
    }

    /**
     * Whether an answer to GET shows the field. A field that Azure never shows would always differ.
     */
    public boolean in(Map<String, Object> shown) {
        Object at = shown;
        for (var step : name().split("\\.", -1)) {
            at = at instanceof Map<?, ?> map ? map.get(step) : null;
        }
        return at != null;
    }

    /**
     * Reads a rule of a row.
     *
     * @throws IllegalArgumentException when the rule has no path of the right form, or no source
     */
    static FixedField read(Map<String, Object> field) {
        var path = text(field, "path");
        if (path.length() < 2 || !path.startsWith(".") || path.contains("[")) {
            throw new IllegalArgumentException(
                    "the path of a fixed field is not like .a.b: " + field);
        }
        return new FixedField(path, text(field, "source"));
    }

    private static String text(Map<String, Object> field, String key) {
        return Optional.ofNullable((String) field.get(key))
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "a fixed field lacks %s: %s".formatted(key, field)));
    }
}
