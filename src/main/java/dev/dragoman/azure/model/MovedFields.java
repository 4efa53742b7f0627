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
 * A body in which some values are Azure's, because the user lets others change them in Azure
 * ({@link MovedField}), for example an autoscaler. Azure's value is sent in place of the user's
 * while the rule allows it and the user has not edited the field since Azure last accepted the
 * body. Pure.
 *
 * @param body the body to send; equal to the user's where nothing was moved
 * @param asked the user's values, as text by path, of all fields that others may move or have
 *     moved; to be remembered once Azure has accepted the body
 * @param kept fields that keep Azure's value
 */
public record MovedFields(Map<String, Object> body, Map<String, String> asked, List<Kept> kept) {
    /**
     * A field that keeps Azure's value.
     *
     * @param path path of the field, as in {@code properties.count}
     * @param ours value that the user asks for
     * @param theirs value that Azure shows
     * @param by what lets others move this field, in words: a field of the spec, or the name of an
     *     AutoscaleSetting; empty where the field may always move
     * @param ended whether others may no longer move the field; Azure's value is still sent,
     *     because it must not shrink
     */
    public record Kept(String path, Object ours, Object theirs, String by, boolean ended) {}

    /**
     * Puts Azure's values into the user's body where the rules say so.
     *
     * @param rules rules of the kind
     * @param fields fields of the body
     * @param body what the user asks for; is not changed
     * @param shown what Azure shows
     * @param before {@link #asked} as it was when Azure last accepted the body
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
        // rules that no longer apply; a field that another rule still lets move is skipped
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
     * Whether a value that grew by a rule is kept when the rule no longer applies. It is not kept
     * if another rule lets the same field shrink, because no record tells which rule moved the
     * field.
     */
    private static boolean stays(MovedField rule, List<MovedField> rules) {
        return rules.stream()
                .filter(each -> !Collections.disjoint(each.paths(), rule.paths()))
                .allMatch(each -> each.relation().grows());
    }

    /**
     * Decides which value of one field is sent.
     *
     * @param ended whether others may no longer move the field
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

    /**
     * Decides the values to send for fields whose values may change places. Either all of these
     * fields keep Azure's values, or none does.
     */
    private void places(MovedField rule, List<BodySlot> slots, Map<String, String> before) {
        var set = slots.stream().filter(slot -> slot.ours() != null).toList();
        if (set.isEmpty() || !MovedRelation.may(rule, set.getFirst())) {
            return;
        }
        if (set.size() == 1) {
            place(rule, set.getFirst(), before);
            return;
        }
        // a field that is new in the spec may have no value in Azure yet; without it in this
        // comparison, the other fields may still keep Azure's values
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

    /**
     * Decides the value to send if the spec sets only one of these fields. Azure's value stays if
     * Azure now has the user's value in another of them.
     */
    private void place(MovedField rule, BodySlot slot, Map<String, String> before) {
        var theirs = rule.paths().stream().map(slot::theirsAt).filter(Objects::nonNull).toList();
        if (theirs.size() < 2) {
            return;
        }
        asked.put(slot.key(), String.valueOf(slot.ours()));
        if (!changed(slot, before)
                && slot.theirs() != null
                && !equal(slot.ours(), slot.theirs())
                && theirs.stream().anyMatch(each -> equal(slot.ours(), each))) {
            kept.add(new Kept(slot.key(), slot.ours(), slot.theirs(), by(rule), false));
            slot.put(slot.theirs());
        }
    }

    /** Whether the user has edited the value since Azure last accepted the body. */
    private static boolean changed(BodySlot slot, Map<String, String> before) {
        return before.containsKey(slot.key()) && !equal(before.get(slot.key()), slot.ours());
    }

    private static String by(MovedField rule) {
        return rule.when()
                .map(when -> "the field " + when.path().substring(1))
                .orElseGet(
                        () -> rule.scalers().isEmpty() ? "" : "AutoscaleSetting " + rule.scalers());
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
