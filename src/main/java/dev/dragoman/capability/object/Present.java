package dev.dragoman.capability.object;

import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The existing objects that this operator or its predecessor made for one reconciled object.
 * Objects that somebody else made are not among them. Immutable.
 *
 * @param owner the reconciled object, for which they were made
 * @param labels labels that all these objects have; watches select by them
 * @param all the objects by their keys
 * @param unread recorded objects of teams' steps that the operator may not read
 */
public record Present(
        Map<String, Object> owner,
        Map<String, String> labels,
        Map<ObjectKey, There> all,
        Set<AddedObjects.Named> unread) {
    /**
     * An existing object.
     *
     * @param maker name of the line that makes this object
     * @param object the object as the API server returned it
     * @param stays whether it is never deleted, even when no line wants it
     */
    public record There(String maker, Map<String, Object> object, boolean stays) {
        There(String maker, Map<String, Object> object) {
            this(maker, object, false);
        }
    }

    public Present {
        labels = Map.copyOf(labels);
        unread = Set.copyOf(unread);
    }

    /**
     * Takes the existing objects, as the API server returned them. Of two objects with the same
     * key, the first is taken.
     *
     * @param maker gives the name of the line that makes an object
     */
    public static Present of(
            Map<String, Object> owner,
            Map<String, String> labels,
            Collection<Map<String, Object>> objects,
            Function<Map<String, Object>, String> maker) {
        var all = new LinkedHashMap<ObjectKey, There>();
        objects.forEach(
                each -> all.putIfAbsent(Fields.key(each), new There(maker.apply(each), each)));
        return new Present(owner, labels, all, Set.of());
    }

    /** A copy that also has objects which a team's steps added in former reconciliations. */
    Present with(
            Collection<Map<String, Object>> added, Collection<AddedObjects.Named> notReadable) {
        var more = new LinkedHashMap<>(all);
        added.forEach(
                each ->
                        more.putIfAbsent(
                                Fields.key(each), new There(CapabilityLines.OBJECTS, each)));
        return new Present(owner, labels, more, Set.copyOf(notReadable));
    }

    /** Whether the object has all of {@link #labels}. */
    boolean labelled(Map<String, Object> object) {
        return labels.entrySet().stream()
                .allMatch(each -> Fields.label(object, each.getKey()).equals(each.getValue()));
    }

    /** Whether an object exists that the line makes. */
    boolean has(String maker) {
        return all.values().stream().anyMatch(each -> each.maker().equals(maker));
    }

    /** Kind and name of each object, such as {@code Deployment/agents}, for people. */
    static List<String> names(Collection<Map<String, Object>> objects) {
        return objects.stream()
                .map(each -> each.get("kind") + "/" + Fields.metadata(each, "name"))
                .distinct()
                .toList();
    }
}
