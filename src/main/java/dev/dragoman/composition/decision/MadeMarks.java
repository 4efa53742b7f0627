package dev.dragoman.composition.decision;

import dev.dragoman.composition.template.Template;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.Ownership;
import dev.dragoman.reconcile.ObjectKey;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Marks on the objects of a composition: for whom they were made, and whether they stay. They tell
 * whose an object is where it has no owner reference, as a kept one, or one from a backup.
 */
public final class MadeMarks {
    /** Label with the composition's name; watches select by it. */
    public static final String COMPOSITION = "dragoman.dev/composition";

    /** Namespace and name of the reconciled object that owns the object. */
    static final String MADE_FOR = "dragoman.dev/made-for";

    /** Namespace and name of the reconciled object for which the object is kept. */
    static final String KEPT_FOR = "dragoman.dev/kept-for";

    /** Whose missing keys are set in an object of somebody else. */
    static final String FILLED_FOR = "dragoman.dev/filled-for";

    /** When the object stays: {@code deletion} or {@code always}. */
    static final String KEEP = "dragoman.dev/keep";

    /** Written by people on an object that a composition may take over. */
    static final String ADOPT = "dragoman.dev/adopt";

    private MadeMarks() {}

    /** Field manager of a composition's objects, and name of its ServiceAccount. */
    public static String manager(String composition) {
        return "dragoman-" + composition;
    }

    /** Namespace and name of the reconciled object, as the annotations have it. */
    public static String name(Map<String, Object> owner) {
        var namespace = Fields.metadata(owner, "namespace");
        return (namespace.isEmpty() ? "" : namespace + "/") + Fields.metadata(owner, "name");
    }

    /** A copy of a wanted object with its key and its marks. */
    static Map<String, Object> on(
            Map<String, Object> object,
            ObjectKey key,
            Template template,
            String keep,
            String composition,
            Map<String, Object> owner) {
        var metadata = new LinkedHashMap<>(Fields.map(object, "metadata"));
        metadata.put("name", key.name());
        if (!key.namespace().isEmpty()) {
            metadata.put("namespace", key.namespace());
        } else {
            metadata.remove("namespace");
        }
        var labels = new LinkedHashMap<>(Fields.map(object, "metadata", "labels"));
        // whoever writes the reconciled object may have chosen the keys
        labels.keySet().removeIf(each -> isReserved(template, "labels", each));
        labels.put(COMPOSITION, composition);
        metadata.put("labels", labels);
        var annotations = new LinkedHashMap<>(Fields.map(object, "metadata", "annotations"));
        annotations.keySet().removeIf(each -> isReserved(template, "annotations", each));
        boolean kept = !keep.equals("never");
        annotations.put(template.missing() ? FILLED_FOR : kept ? KEPT_FOR : MADE_FOR, name(owner));
        if (kept) {
            annotations.put(KEEP, keep);
        }
        metadata.put("annotations", annotations);
        var copy = new LinkedHashMap<>(object);
        copy.put("metadata", metadata);
        return copy;
    }

    private static boolean isReserved(Template template, String field, String key) {
        return key.startsWith("dragoman.dev/") && !template.names(field, key);
    }

    /** Whether a wanted object has no owner reference, because it is kept. */
    public static boolean isKept(Map<String, Object> object) {
        return !Fields.annotation(object, KEEP).isEmpty() || isFilled(object);
    }

    /** Whether a line wants the object, and not a step of a team. */
    public static boolean isMade(Map<String, Object> object) {
        return isKept(object) || !Fields.annotation(object, MADE_FOR).isEmpty();
    }

    /** Whether only missing keys of an object of somebody else are set. */
    public static boolean isFilled(Map<String, Object> object) {
        return !Fields.annotation(object, FILLED_FOR).isEmpty();
    }

    /**
     * Whether an existing object stays.
     *
     * @param deleting whether the reconciled object is being deleted
     */
    public static boolean stays(Map<String, Object> object, boolean deleting) {
        var keep = Fields.annotation(object, KEEP);
        return "Namespace".equals(object.get("kind"))
                || keep.equals("always")
                || (deleting && keep.equals("deletion"));
    }

    /** Whether the composition has made an existing object for this owner. */
    public static boolean isOurs(
            Map<String, Object> object, String composition, Map<String, Object> owner) {
        if (Ownership.owns(owner, object)) {
            return true;
        }
        boolean ofTheComposition =
                Ownership.left(object, manager(composition))
                        || Fields.label(object, COMPOSITION).equals(composition);
        var annotated =
                List.of(Fields.annotation(object, KEPT_FOR), Fields.annotation(object, MADE_FOR));
        return ofTheComposition
                && Ownership.lostController(owner, object)
                && annotated.contains(name(owner));
    }

    /** Uids of an object's owners, and names of those for which it was made or is kept. */
    public static Set<String> owners(Map<String, Object> object) {
        var all = new HashSet<>(Set.of(Fields.label(object, Ownership.OWNER_LABEL)));
        Fields.owners(object).forEach(each -> all.add(Json.text(each, "uid")));
        List.of(MADE_FOR, KEPT_FOR, FILLED_FOR)
                .forEach(each -> all.add(Fields.annotation(object, each)));
        all.remove("");
        return all;
    }

    /** Whether people have handed the object over, and nobody else owns it or keeps it. */
    static boolean isHandedOver(Map<String, Object> object, Map<String, Object> owner) {
        var made = Fields.annotation(object, MADE_FOR) + Fields.annotation(object, KEPT_FOR);
        return (made.isEmpty() || made.equals(name(owner)))
                && Fields.annotation(object, ADOPT).equals("true")
                && Ownership.lostController(owner, object);
    }
}
