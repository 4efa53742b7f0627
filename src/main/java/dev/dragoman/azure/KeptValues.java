package dev.dragoman.azure;

import dev.dragoman.azure.model.MovedFields.Kept;
import dev.dragoman.azure.model.SentFields;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Makes the condition that names fields which keep Azure's value in place of the spec's. Pure. */
final class KeptValues {
    /** Type of the condition. */
    static final String TYPE = "ValuesKept";

    /** Maximum number of values in one condition. */
    private static final int SHOWN = 10;

    private KeptValues() {}

    /**
     * The condition; empty if {@code kept} and {@code left} are empty.
     *
     * @param kept fields that keep Azure's value
     * @param left values that Azure still has in fields that are no longer sent, by path
     */
    static List<Condition> condition(
            List<Kept> kept, Map<String, Object> left, Map<String, Object> object) {
        if (kept.isEmpty() && left.isEmpty()) {
            return List.of();
        }
        var all = new ArrayList<>(kept.stream().map(KeptValues::sentence).toList());
        left.forEach((path, value) -> all.add(sentence(path, value)));
        var sentences = all.stream().limit(SHOWN).collect(Collectors.joining("; "));
        return List.of(
                new Condition(
                        TYPE,
                        true,
                        Condition.Severity.INFO,
                        reason(kept, left),
                        all.size() > SHOWN
                                ? "%s; and %d more".formatted(sentences, all.size() - SHOWN)
                                : sentences,
                        Fields.generation(object)));
    }

    /**
     * {@code left} without the child resources that have an object of their own, because that
     * object says what is wanted.
     *
     * @param left values of fields that are no longer sent, by path
     * @param children names of the children with an object, in lower case; called only if {@code
     *     left} has a child
     */
    static Map<String, Object> unheld(Map<String, Object> left, Supplier<Set<String>> children) {
        if (left.keySet().stream().noneMatch(SentFields::isChild)) {
            return left;
        }
        var held = children.get();
        var out = new LinkedHashMap<>(left);
        left.forEach(
                (path, name) -> {
                    if (SentFields.isChild(path)
                            && held.contains(String.valueOf(name).toLowerCase(Locale.ROOT))) {
                        out.remove(path);
                    }
                });
        return out;
    }

    /** The reason. If several apply, the one that a user can act on comes first. */
    private static String reason(List<Kept> kept, Map<String, Object> left) {
        if (!left.isEmpty()) {
            return "NoLongerAskedFor";
        }
        return kept.stream().anyMatch(Kept::ended) ? "NotMadeSmaller" : "MovedByOthers";
    }

    private static String sentence(String path, Object value) {
        if (SentFields.isChild(path)) {
            return "%s is still in Azure, but no longer in the spec. To remove this child, delete it in Azure, or create an object for it and delete that object"
                    .formatted(path);
        }
        return "%s is still %s in Azure, but no longer in the spec: write the wanted value into the spec"
                .formatted(path, Excerpt.value(String.valueOf(value)));
    }

    private static String sentence(Kept kept) {
        var values =
                "%s is %s in Azure and %s in the spec"
                        .formatted(
                                kept.path(),
                                Excerpt.value(String.valueOf(kept.theirs())),
                                Excerpt.value(String.valueOf(kept.ours())));
        if (kept.ended()) {
            return "%s: Azure's value stays, because it grew while %s allowed that; to set another value, edit the spec"
                    .formatted(values, kept.by());
        }
        return "%s: Azure's value stays, because %s"
                .formatted(
                        values,
                        kept.by().isEmpty()
                                ? "Azure itself, or a tool such as 'az', changes this field"
                                : "%s lets others change the value".formatted(kept.by()));
    }
}
