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
 * The existing objects that were made for an object, by this operator or by its predecessor.
 * Without those that cannot be read, and those of others. Immutable.
 *
 * @param owner the object for which they were made
 * @param labels labels that all of them have, by which watches see them
 * @param all the objects by their keys; kinds of the same name differ by their group
 * @param unread objects that teams have added, and that the operator may not read any more
 */
public record Present(
        Map<String, Object> owner,
        Map<String, String> labels,
        Map<ObjectKey, There> all,
        Set<AddedObjects.Named> unread) {
    /**
     * An existing object.
     *
     * @param maker name of the line that makes it
     * @param object as read
     */
    record There(String maker, Map<String, Object> object) {}

    public Present {
        labels = Map.copyOf(labels);
        unread = Set.copyOf(unread);
    }

    /**
     * From objects as read. Of two with the same key, the first counts.
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

    /** The same, with objects that teams have added before. */
    Present with(
            Collection<Map<String, Object>> added, Collection<AddedObjects.Named> notReadable) {
        var more = new LinkedHashMap<>(all);
        added.forEach(
                each ->
                        more.putIfAbsent(
                                Fields.key(each), new There(CapabilityLines.OBJECTS, each)));
        return new Present(owner, labels, more, Set.copyOf(notReadable));
    }

    /** Whether the object has the labels of what is made. */
    boolean labelled(Map<String, Object> object) {
        return labels.entrySet().stream()
                .allMatch(each -> Fields.label(object, each.getKey()).equals(each.getValue()));
    }

    /** Whether an object exists that the line makes. */
    boolean has(String maker) {
        return all.values().stream().anyMatch(each -> each.maker().equals(maker));
    }

    /** Kinds and names, for people. */
    static List<String> names(Collection<Map<String, Object>> objects) {
        return objects.stream()
                .map(each -> each.get("kind") + "/" + Fields.metadata(each, "name"))
                .distinct()
                .toList();
    }
}
