package dev.dragoman.composition.decision;

import dev.dragoman.capability.object.AddedObjects.Named;
import dev.dragoman.capability.object.Made;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.composition.template.Templates;
import dev.dragoman.kube.object.Fields;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was observed of one object of a composition.
 *
 * @param object the reconciled object
 * @param lines by name, in an order in which each line stands below those that it reads; empty for
 *     an object that is being deleted
 * @param recorded the recorded objects that exist and are ours
 * @param made what each line answers
 * @param status the further fields of the status, and what is wrong with them
 * @param detached whether the kind's definition is being deleted, so that everything stays
 */
public record CompositionFacts(
        Map<String, Object> object,
        Templates templates,
        Map<String, LineFacts> lines,
        Map<Named, Map<String, Object>> recorded,
        Map<String, Made> made,
        Status status,
        boolean detached) {
    /**
     * Fields of the status that the composition's file names.
     *
     * @param fields those whose values are known
     * @param troubles of those that have no value and wait for none
     */
    public record Status(Map<String, Object> fields, List<Trouble> troubles) {
        /** No further field. */
        public static final Status NONE = new Status(Map.of(), List.of());
    }

    boolean deleting() {
        return Fields.deleting(object);
    }

    /** Whether whoever deletes the object asks to keep what it owns. */
    boolean orphaning() {
        return Fields.hasFinalizer(object, "orphan");
    }

    /** The objects that the garbage collector would delete. */
    List<Map<String, Object>> owned() {
        return recorded.values().stream()
                .filter(each -> Fields.hasOwner(each, Fields.metadata(object, "uid")))
                .toList();
    }

    /** The recorded objects that do not stay, with the line that made each. */
    Map<Named, Map<String, Object>> leftovers() {
        var all = new LinkedHashMap<>(recorded);
        all.values().removeIf(each -> MadeMarks.stays(each, true));
        return all;
    }

    /** The leftovers whose readers are gone, those of the last line first. */
    List<Map<String, Object>> removable() {
        var order = List.copyOf(templates.lines().keySet());
        return leftovers().entrySet().stream()
                .filter(each -> !Fields.deleting(each.getValue()))
                .filter(each -> !isRead(each.getKey().line()))
                .sorted(Comparator.comparingInt(each -> -order.indexOf(each.getKey().line())))
                .map(Map.Entry::getValue)
                .toList();
    }

    private boolean isRead(String line) {
        var left = leftovers().keySet().stream().map(Named::line).toList();
        return templates.lines().values().stream()
                .anyMatch(each -> each.reads().contains(line) && left.contains(each.line()));
    }
}
