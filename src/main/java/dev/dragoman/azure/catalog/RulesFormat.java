package dev.dragoman.azure.catalog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Writes and reads the rules of a kind as JSON objects. They are part of the kind's row, and of the
 * generator's input. If a kind has no rules of a sort, the key for that sort is left out.
 */
public final class RulesFormat {
    private static final String ERRORS = "errors";
    private static final String CHECKS = "checks";
    private static final String DELETION = "deletion";
    private static final String MOVED = "moved";
    private static final String FIXED = "fixed";
    private static final String CREATION = "creation";
    private static final String QUERY = "query";
    private static final String HEADERS = "headers";
    private static final String BEFORE = "before";

    /** The keys of a row that hold rules. */
    public static final List<String> KEYS =
            List.of(ERRORS, CHECKS, DELETION, MOVED, FIXED, CREATION);

    private RulesFormat() {}

    /** The rules as keys and values of a row, in a fixed order. */
    static Map<String, Object> write(KindRules rules) {
        var out = new LinkedHashMap<String, Object>();
        if (!rules.errors().isEmpty()) {
            out.put(ERRORS, rules.errors().stream().map(RulesFormat::write).toList());
        }
        if (!rules.checks().isEmpty()) {
            out.put(CHECKS, rules.checks().stream().map(RulesFormat::write).toList());
        }
        if (!rules.deletion().equals(DeletionRule.NONE)) {
            out.put(DELETION, write(rules.deletion()));
        }
        if (!rules.moved().isEmpty()) {
            out.put(MOVED, rules.moved().stream().map(MovedField::write).toList());
        }
        if (!rules.fixed().isEmpty()) {
            out.put(FIXED, rules.fixed().stream().map(FixedField::write).toList());
        }
        if (!rules.creation().isEmpty()) {
            out.put(CREATION, rules.creation().stream().map(FixedField::write).toList());
        }
        return out;
    }

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

    private static Map<String, Object> write(ErrorRule rule) {
        var out = new LinkedHashMap<String, Object>();
        rule.code().ifPresent(code -> out.put("code", code));
        if (!rule.texts().isEmpty()) {
            out.put("texts", rule.texts());
        }
        out.put("class", rule.as().name());
        return out;
    }

    private static ErrorRule error(Map<String, Object> rule) {
        return new ErrorRule(
                Optional.ofNullable((String) rule.get("code")),
                strings(rule, "texts"),
                ErrorClass.valueOf(text(rule, "class")));
    }

    private static Map<String, Object> write(StateCheck check) {
        var out = new LinkedHashMap<String, Object>();
        out.put("moment", check.moment().name());
        out.put("path", check.path());
        if (!check.allowed().isEmpty()) {
            out.put("allowed", check.allowed());
        }
        if (!check.refused().isEmpty()) {
            out.put("refused", check.refused());
        }
        if (check.required()) {
            out.put("required", true);
        }
        if (!check.apiVersion().isEmpty()) {
            out.put("apiVersion", check.apiVersion());
        }
        if (!check.advice().isEmpty()) {
            out.put("advice", check.advice());
        }
        return out;
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

    private static Map<String, Object> write(DeletionRule rule) {
        var out = new LinkedHashMap<String, Object>();
        if (!rule.query().isEmpty()) {
            out.put(QUERY, new TreeMap<>(rule.query()));
        }
        if (!rule.headers().isEmpty()) {
            out.put(HEADERS, new TreeMap<>(rule.headers()));
        }
        rule.before()
                .ifPresent(
                        before -> {
                            var post = new LinkedHashMap<String, Object>();
                            post.put("post", before.path());
                            post.put("apiVersion", before.apiVersion());
                            post.put("unless", before.unless());
                            out.put(BEFORE, post);
                        });
        return out;
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

    private static List<String> strings(Map<String, Object> from, String key) {
        return ((List<?>) from.getOrDefault(key, List.of()))
                .stream().map(String.class::cast).toList();
    }

    @SuppressWarnings("unchecked") // JSON objects have text keys
    private static Optional<Map<String, Object>> object(Map<String, Object> from, String key) {
        return Optional.ofNullable((Map<String, Object>) from.get(key));
    }

    @SuppressWarnings("unchecked") // JSON objects have text keys
    private static List<Map<String, Object>> objects(Map<String, Object> from, String key) {
        return (List<Map<String, Object>>) from.getOrDefault(key, List.of());
    }
}
