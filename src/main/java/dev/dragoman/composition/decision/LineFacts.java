package dev.dragoman.composition.decision;

import dev.dragoman.capability.object.Trouble;
import dev.dragoman.composition.template.Template;
import dev.dragoman.reconcile.ObjectKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was observed for one template.
 *
 * @param status whether the kind has a status, which shows when an object is ready
 * @param trouble why the objects are not known; empty when they are
 */
public record LineFacts(
        Template template, boolean status, List<Target> targets, Optional<Trouble> trouble) {
    /**
     * An object that a template names.
     *
     * @param variables the variables with which the template named it
     * @param there the object as it exists; empty when it does not
     */
    public record Target(
            ObjectKey key, Map<String, Object> variables, Optional<Map<String, Object>> there) {}

    public LineFacts {
        targets = List.copyOf(targets);
    }

    /** The objects that exist. */
    public Map<ObjectKey, Map<String, Object>> there() {
        var all = new LinkedHashMap<ObjectKey, Map<String, Object>>();
        targets.forEach(each -> each.there().ifPresent(object -> all.put(each.key(), object)));
        return all;
    }

    /**
     * Whether an object of the line is ready.
     *
     * @param object null when it does not exist
     */
    Readiness readiness(Map<String, Object> object) {
        return Readiness.of(object, status && !template.existence());
    }
}
