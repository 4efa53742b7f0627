package dev.dragoman.composition.template;

import dev.dragoman.expression.Budget;
import dev.dragoman.expression.Reference;
import dev.dragoman.expression.TextTemplate;
import dev.dragoman.expression.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A value of a template, with the line of its file. Immutable. */
public sealed interface Part {
    /** Why an expression may not give a map. */
    String MAP =
            "the expression gives a map, with which others could set fields that this template does not name. Read single fields, or write 'open: true' beside 'object:'";

    /** Line in the file, from 1. */
    int line();

    /** A value without expressions; may be null. */
    record Literal(int line, Object value) implements Part {}

    /** A text with expressions. */
    record Text(int line, TextTemplate text) implements Part {
        /** What its expressions read. */
        List<Reference> references() {
            return text.references();
        }
    }

    /** A list. */
    record Items(int line, List<Part> items) implements Part {}

    /** A map, in the order of the file. */
    record Entries(int line, Map<String, Part> entries) implements Part {}

    /** The texts with expressions in this part. */
    default Stream<Text> texts() {
        return switch (this) {
            case Literal _ -> Stream.of();
            case Text text -> Stream.of(text);
            case Items(var _, var items) -> items.stream().flatMap(Part::texts);
            case Entries(var _, var entries) -> entries.values().stream().flatMap(Part::texts);
        };
    }

    /** The part at a path of keys; null when there is none. */
    default Part at(String... path) {
        Part here = this;
        for (var each : path) {
            here = here instanceof Entries(var _, var entries) ? entries.get(each) : null;
        }
        return here;
    }

    /** The value without what expressions give; null for an expression. */
    default Object literal() {
        return switch (this) {
            case Literal(var _, var value) -> value;
            case Text _ -> null;
            case Items(var _, var items) ->
                    items.stream().map(Part::literal).filter(Objects::nonNull).toList();
            case Entries(var _, var entries) -> {
                var all = new LinkedHashMap<String, Object>();
                entries.forEach((key, each) -> all.put(key, each.literal()));
                all.values().removeIf(Objects::isNull);
                yield all;
            }
        };
    }

    /**
     * The value, as JSON. A null value is left out of its list or map.
     *
     * @param open whether an expression may give a map, whose keys the template does not name
     * @throws Unrendered when an expression has no value, or one that may not be used
     */
    default Object value(Map<String, Object> variables, Budget budget, boolean open)
            throws Unrendered {
        return switch (this) {
            case Literal(var _, var value) -> value;
            case Text(var line, var text) ->
                    switch (text.evaluate(variables, budget)) {
                        case Value.Failed(var message, var missing) ->
                                throw new Unrendered(line, message, missing);
                        case Value.Result(var json) when !open && hasMap(json) ->
                                throw new Unrendered(line, MAP, Optional.empty());
                        case Value.Result(var json) -> json;
                    };
            case Items(var _, var items) -> {
                var all = new ArrayList<>();
                for (var each : items) {
                    all.add(each.value(variables, budget, open));
                }
                all.removeIf(Objects::isNull);
                yield all;
            }
            case Entries(var _, var entries) -> {
                var all = new LinkedHashMap<String, Object>();
                for (var each : entries.entrySet()) {
                    all.put(each.getKey(), each.getValue().value(variables, budget, open));
                }
                all.values().removeIf(Objects::isNull);
                yield all;
            }
        };
    }

    private static boolean hasMap(Object json) {
        return json instanceof Map<?, ?>
                || (json instanceof List<?> list && list.stream().anyMatch(Part::hasMap));
    }
}
