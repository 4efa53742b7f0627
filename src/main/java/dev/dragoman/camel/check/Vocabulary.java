package dev.dragoman.camel.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.dragoman.camel.confine.KnownClasses;
import dev.dragoman.camel.confine.KnownLanguages;
import dev.dragoman.camel.confine.LiteralTokens;
import dev.dragoman.settings.Nearest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The steps and options of Camel's schema that overlays may use. All others are refused, so new
 * ones of a Camel version are refused until somebody has reviewed them. An option that takes a
 * class may have a class of {@link KnownClasses}. Immutable.
 */
final class Vocabulary {
    private static final String LIST = "vocabulary.txt";
    private static final String EXPRESSION = "ExpressionDefinition";
    private static final String CLASS = "!";
    static final String TOP = "Top";

    /** What to use in place of a refused option, for its message; by the option's owner. */
    private static final Map<String, String> INSTEAD =
            Map.of("TokenizerExpression", LiteralTokens.UNBOUNDED);

    /** Where fields belong that often stand in a wrong place. */
    private static final Map<String, String> PLACES =
            Map.of(
                    "when", "; it belongs below 'choice'",
                    "otherwise", "; it belongs below 'choice', beside 'when'",
                    "steps", "; it belongs below a step such as 'filter', beside its condition",
                    "value", "; write 'constant' for a text, or 'simple' for an expression",
                    "route", "; routes belong into a file NAME.camel.yaml");

    /** Options that every step may have. */
    private static final Set<String> COMMON = Set.of("id", "description", "note", "disabled");

    /**
     * The allowed options, by owner: a step or another definition of the schema. An option with an
     * exclamation mark takes a class.
     */
    private final Map<String, Set<String>> allowed = new HashMap<>();

    /** All options of the schema with their own schemas, by owner. */
    private final Map<String, Map<String, JsonNode>> options = new LinkedHashMap<>();

    private final JsonNode definitions;
    private final JsonNode root;
    private final Map<String, JsonNode> languages;

    Vocabulary() {
        try (var schema = open("/schema/camelYamlDsl.json");
                var list = open(LIST)) {
            root = new JsonMapper().readTree(schema).path("items");
            definitions = root.path("definitions");
            new String(list.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(
                            line -> {
                                int colon = line.indexOf(':');
                                allowed.put(
                                        line.substring(0, colon).strip(),
                                        Set.of(line.substring(colon + 1).strip().split("\\s+")));
                            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        options.put(TOP, options(root));
        definitions
                .properties()
                .forEach(each -> options.put(name(each.getKey()), options(each.getValue())));
        languages = options.get(EXPRESSION);
    }

    private static InputStream open(String name) {
        var stream = Vocabulary.class.getResourceAsStream(name);
        if (stream == null) {
            throw new IllegalStateException("the class path has no " + name);
        }
        return stream;
    }

    /**
     * An option or a class that an overlay may not use.
     *
     * @param path names and indexes from the root of the file to the option
     */
    record Finding(List<Object> path, String reason) {}

    /** The options and classes in the routes that an overlay may not use. */
    List<Finding> check(JsonNode routes) {
        var found = new ArrayList<Finding>();
        // RouteSchema refuses a file that is not a list
        for (int i = 0; routes.isArray() && i < routes.size(); i++) {
            walk(TOP, root, routes.get(i), List.of(i), found);
        }
        return found;
    }

    /** Names of all options of the schema, by owner. */
    Map<String, Set<String>> all() {
        var all = new LinkedHashMap<String, Set<String>>();
        options.forEach((owner, each) -> all.put(owner, each.keySet()));
        return all;
    }

    /** The options of the list, by owner. */
    Map<String, Set<String>> allowed() {
        return Map.copyOf(allowed);
    }

    /** The schema of an owner's option; null when the owner has no such option. */
    JsonNode schema(String owner, String option) {
        return options.get(owner).get(option);
    }

    /** Whether an overlay may use the option, with a known class if the option takes one. */
    boolean allows(String owner, String option) {
        var schema = options.getOrDefault(owner, Map.of()).get(option);
        var of = schema == null ? owner : of(owner, option, schema);
        var written = allowed.getOrDefault(of, Set.of());
        return COMMON.contains(option)
                || written.contains(option)
                || written.contains(option + CLASS);
    }

    /**
     * The owner under which {@code vocabulary.txt} has an option. A step that takes an expression
     * may have the expression's language among its own options.
     */
    private String of(String owner, String option, JsonNode schema) {
        return schema.equals(languages.get(option)) ? EXPRESSION : owner;
    }

    /** Whether {@code vocabulary.txt} marks the option as one that takes a class. */
    boolean takesClass(String owner, String option) {
        return allowed.getOrDefault(owner, Set.of()).contains(option + CLASS);
    }

    private static String name(String reference) {
        return reference.substring(reference.lastIndexOf('.') + 1);
    }

    private void walk(
            String owner, JsonNode schema, JsonNode data, List<Object> path, List<Finding> found) {
        var reference = schema.path("$ref").asText("");
        if (!reference.isEmpty()) {
            var target = reference.substring(reference.lastIndexOf('/') + 1);
            walk(name(target), definitions.path(target), data, path, found);
        } else if (data.isArray()) {
            for (int i = 0; i < data.size(); i++) {
                walk(owner, schema.path("items"), data.get(i), below(path, i), found);
            }
        } else if (data.isObject()) {
            var known = options(schema);
            if (known.keySet().containsAll(languages.keySet())
                    && !owner.equals("SortDefinition")
                    && !data.has("expression")
                    && languages.keySet().stream().noneMatch(data::has)) {
                found.add(new Finding(path, "an expression is missing, such as simple"));
            }
            for (var each : data.properties()) {
                var name = each.getKey();
                if (known.containsKey(name)) {
                    option(owner, name, known.get(name), each.getValue(), below(path, name), found);
                } else if (!known.isEmpty()) {
                    found.add(new Finding(below(path, name), unknown(owner, name, known.keySet())));
                }
            }
        }
    }

    private String unknown(String owner, String name, Set<String> known) {
        var usable = known.stream().filter(each -> allows(owner, each)).toList();
        var hint = "; the nearest is " + Nearest.first(name, usable).replaceFirst(",.*", "");
        return "unknown field '%s'%s".formatted(name, PLACES.getOrDefault(name, hint));
    }

    private void option(
            String owner,
            String name,
            JsonNode schema,
            JsonNode data,
            List<Object> path,
            List<Finding> found) {
        var of = of(owner, name, schema);
        if (!allows(of, name)) {
            var instead =
                    INSTEAD.getOrDefault(
                            of, "docs/overlays.md lists the steps and options that are allowed");
            found.add(new Finding(path, "'%s' is not for overlays: %s".formatted(name, instead)));
        } else if (takesClass(of, name)) {
            classes(data, path, found);
        } else if (of.equals("LanguageExpression") && name.equals("language")) {
            if (!KnownLanguages.NAMES.contains(data.asText())) {
                found.add(new Finding(path, "there is no language '%s'".formatted(data.asText())));
            }
        } else {
            walk(owner, schema, data, path, found);
        }
    }

    private void classes(JsonNode data, List<Object> path, List<Finding> found) {
        if (data.isArray()) {
            for (int i = 0; i < data.size(); i++) {
                classes(data.get(i), below(path, i), found);
            }
        } else if (!KnownClasses.isKnown(data.asText())) {
            found.add(new Finding(path, KnownClasses.refusal(data.asText())));
        }
    }

    /** The options of a schema, including those of its variants. */
    private Map<String, JsonNode> options(JsonNode schema) {
        var found = new LinkedHashMap<String, JsonNode>();
        schema.path("properties")
                .properties()
                .forEach(each -> found.put(each.getKey(), each.getValue()));
        for (var variants : List.of("anyOf", "oneOf", "allOf")) {
            for (var variant : schema.path(variants)) {
                var reference = variant.path("$ref").asText("");
                var target = reference.substring(reference.lastIndexOf('/') + 1);
                var part = reference.isEmpty() ? variant : definitions.path(target);
                options(part)
                        .forEach((name, option) -> found.merge(name, option, Vocabulary::fuller));
            }
        }
        return found;
    }

    /**
     * The first schema, or the second if the first is empty: the variants of a definition describe
     * an option in only one place.
     */
    private static JsonNode fuller(JsonNode one, JsonNode other) {
        return one.isEmpty() ? other : one;
    }

    private static List<Object> below(List<Object> path, Object step) {
        var all = new ArrayList<>(path);
        all.add(step);
        return all;
    }
}
