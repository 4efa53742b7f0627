package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.BodyField;
import dev.dragoman.azure.catalog.MovedField;
import dev.dragoman.azure.catalog.MovedField.Relation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Values that somebody else moves in Azure by the user's own wish ({@link MovedField}). Azure's
 * value counts for what is asked, as long as it keeps its relation to that, and the user has not
 * changed the value since it was last accepted. Pure.
 *
 * @param body what is asked of Azure; equal to what the user asks for where nothing was moved
 * @param asked what the user asks for, as text by path, of all fields that another may move or has
 *     moved; to be remembered once Azure has accepted it
 * @param kept where Azure's value counts in place of the user's
 */
public record MovedFields(Map<String, Object> body, Map<String, String> asked, List<Kept> kept) {
    /**
     * A value of Azure's that counts.
     *
     * @param path where, as in {@code properties.count}
     * @param ours what the user asks for
     * @param theirs what Azure shows
     * @param by the field by which another may move it; empty where that needs none
     * @param ended whether nobody may move it any more, and it stays because it only grows
     */
    public record Kept(String path, Object ours, Object theirs, String by, boolean ended) {}

    /**
     * What counts.
     *
     * @param rules those of the kind
     * @param fields of the body
     * @param body what the user asks for; is not changed
     * @param shown what Azure shows
     * @param before {@link #asked} when Azure last accepted the body
     */
    public static MovedFields of(
            List<MovedField> rules,
            List<BodyField> fields,
            Map<String, Object> body,
            Map<String, Object> shown,
            Map<String, String> before) {
        if (rules.isEmpty()) {
            return new MovedFields(body, Map.of(), List.of());
        }
        var out = new MovedFields(copy(body), new LinkedHashMap<>(), new ArrayList<>());
        for (var rule : rules) {
            var slots = slots(rule, fields, out.body, shown);
            if (rule.relation() == Relation.SAME_SET) {
                out.places(rule, slots, before);
            } else {
                slots.stream()
                        .filter(slot -> MovedRelation.may(rule, slot))
                        .forEach(slot -> out.value(rule, slot, before, false));
            }
        }
        // of several rules for a value the one counts that still lets it be moved
        for (var rule : rules) {
            if (stays(rule, rules)) {
                slots(rule, fields, out.body, shown).stream()
                        .filter(slot -> before.containsKey(slot.key()))
                        .forEach(slot -> out.value(rule, slot, before, true));
            }
        }
        return new MovedFields(out.body, Map.copyOf(out.asked), List.copyOf(out.kept));
    }

    private static List<BodySlot> slots(
            MovedField rule,
            List<BodyField> fields,
            Map<String, Object> body,
            Map<String, Object> shown) {
        return rule.paths().stream()
                .flatMap(path -> BodySlot.of(path, fields, body, shown).stream())
                .toList();
    }

    /**
     * Whether what grew by a rule stays after it. Not where another rule of the value lets it
     * shrink, too: nobody remembers by which of them it was moved.
     */
    private static boolean stays(MovedField rule, List<MovedField> rules) {
        return rules.stream()
                .filter(each -> !Collections.disjoint(each.paths(), rule.paths()))
                .allMatch(each -> each.relation().grows());
    }

    /**
     * @param ended whether nobody may move it any more
     */
    private void value(MovedField rule, BodySlot slot, Map<String, String> before, boolean ended) {
        var ours = slot.ours();
        if (ours == null || asked.containsKey(slot.key())) {
            return;
        }
        var carried =
                changed(slot, before) || slot.theirs() == null
                        ? ours
                        : MovedRelation.carried(rule, slot);
        boolean differs = !equal(ours, carried);
        if (!ended || differs) {
            asked.put(slot.key(), String.valueOf(ours));
        }
        if (differs) {
            slot.put(carried);
            kept.add(new Kept(slot.key(), ours, slot.theirs(), by(rule), ended));
        }
    }

    /** Values that may have changed places count together. */
    private void places(MovedField rule, List<BodySlot> slots, Map<String, String> before) {
        var set = slots.stream().filter(slot -> slot.ours() != null).toList();
        if (set.size() < 2 || !MovedRelation.may(rule, set.getFirst())) {
            return;
        }
        // one that is new in the spec has no place in Azure yet, and moves none of the others
        var there = set.stream().filter(slot -> slot.theirs() != null).toList();
        boolean moved =
                set.stream().noneMatch(slot -> changed(slot, before))
                        && Scalars.sameMembers(
                                there.stream().map(BodySlot::ours).toList(),
                                there.stream().map(BodySlot::theirs).toList(),
                                false,
                                false);
        for (var slot : set) {
            var ours = slot.ours();
            asked.put(slot.key(), String.valueOf(ours));
            if (moved && slot.theirs() != null && !equal(ours, slot.theirs())) {
                slot.put(slot.theirs());
                kept.add(new Kept(slot.key(), ours, slot.theirs(), by(rule), false));
            }
        }
    }

    /** The user's own value counts again when he changes it. */
    private static boolean changed(BodySlot slot, Map<String, String> before) {
        return before.containsKey(slot.key()) && !equal(before.get(slot.key()), slot.ours());
    }

    private static String by(MovedField rule) {
        return rule.when().map(when -> when.path().substring(1)).orElse("");
    }

    private static boolean equal(Object a, Object b) {
        return Objects.equals(a, b)
                || (a != null && b != null && Scalars.equal(a, b, false, false));
    }

    @SuppressWarnings("unchecked") // a copy of the same type
    private static <T> T copy(T value) {
        return switch (value) {
            case Map<?, ?> map -> {
                var out = new LinkedHashMap<Object, Object>();
                map.forEach((key, each) -> out.put(key, copy(each)));
                yield (T) out;
            }
            case List<?> list -> (T) new ArrayList<>(list.stream().map(MovedFields::copy).toList());
            case null, default -> value;
        };
    }
}
