package dev.dragoman.azure.catalog;

import static dev.dragoman.azure.catalog.RowFormat.objects;
import static dev.dragoman.azure.catalog.RowFormat.strings;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads the rules of a kind as JSON objects. They are part of the kind's row, and of the
 * generator's input. If a kind has no rules of a sort, the key for that sort is left out.
 */
public final class RulesFormat {
    public static final String ERRORS = "errors";
    public static final String CHECKS = "checks";
    public static final String DELETION = "deletion";
    public static final String MOVED = "moved";
    public static final String FIXED = "fixed";
    public static final String CREATION = "creation";
    public static final String QUERY = "query";
    public static final String HEADERS = "headers";
    public static final String BEFORE = "before";

    /** The keys of a row that hold rules. */
    public static final List<String> KEYS =
            List.of(ERRORS, CHECKS, DELETION, MOVED, FIXED, CREATION);

    private RulesFormat() {}

    /**
     * The rules of a row, or of a map with the same keys.
     *
     * @throws IllegalArgumentException when a rule lacks a required key, or has an unknown value
     */
    public static KindRules read(Map<String, Object> row) {
        return new KindRules(
                objects(row, ERRORS).stream().map(RulesFormat::error).toList(),
                objects(row, CHECKS).stream().map(RulesFormat::check).toList(),
                object(row, DELETION).map(RulesFormat::deletion).orElse(DeletionRule.NONE),
                objects(row, MOVED).stream().map(MovedField::read).toList(),
                objects(row, FIXED).stream().map(FixedField::read).toList(),
                objects(row, CREATION).stream().map(FixedField::read).toList());
    }

    private static ErrorRule error(Map<String, Object> rule) {
        return new ErrorRule(
                Optional.ofNullable((String) rule.get("code")),
                strings(rule, "texts"),
                ErrorClass.valueOf(text(rule, "class")));
    }

    private static StateCheck check(Map<String, Object> check) {
        return new StateCheck(
                StateCheck.Moment.valueOf(text(check, "moment")),
                text(check, "path"),
                strings(check, "allowed"),
                strings(check, "refused"),
                (boolean) check.getOrDefault("required", false),
                (String) check.getOrDefault("apiVersion", ""),
                (String) check.getOrDefault("advice", ""));
    }

    private static DeletionRule deletion(Map<String, Object> rule) {
        return new DeletionRule(
                texts(rule, QUERY),
                texts(rule, HEADERS),
                object(rule, BEFORE)
                        .map(
                                before ->
                                        new DeletionRule.Before(
                                                text(before, "post"),
                                                text(before, "apiVersion"),
                                                text(before, "unless"))));
    }

    private static Map<String, String> texts(Map<String, Object> from, String key) {
        var out = new TreeMap<String, String>();
        object(from, key).orElse(Map.of()).forEach((k, v) -> out.put(k, (String) v));
        return out;
    }

    private static String text(Map<String, Object> from, String key) {
        return Optional.ofNullable((String) from.get(key))
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "a rule lacks %s: %s".formatted(key, from)));
    }

    @SuppressWarnings("unchecked") // JSON objects have text keys
    private static Optional<Map<String, Object>> object(Map<String, Object> from, String key) {
        return Optional.ofNullable((Map<String, Object>) from.get(key));
    }
}
