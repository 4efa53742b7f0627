package dev.dragoman.capability.object;

import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.UnfitWanted;
import dev.dragoman.capability.status.Marks;
import dev.dragoman.kube.failure.InvalidName;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.ReservedSecrets;
import dev.dragoman.kube.object.SettableMetadata;
import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The objects that a team's steps add, for one reconciled object, to the objects that the lines of
 * the route make. They are made in the namespace of the reconciled object. Before they are applied,
 * they are recorded on it, so that the operator can delete them once no step adds them any more.
 * Pure.
 */
public final class AddedObjects {
    private static final int MOST = 50;

    /** Stands for the namespace of a cluster-scoped object in a recorded text. */
    private static final String NONE = "-";

    private AddedObjects() {}

    /** Reads the recorded added objects from the marks of the reconciled object. */
    public static Set<Named> remembered(Marks marks) {
        var all = new TreeSet<Named>();
        // users can write more into the status
        for (var text : marks.added().stream().limit(1000).toList()) {
            var each = text.split(" ", -1);
            if (each.length == 3) {
                all.add(new Named(each[0], each[1], each[2], "", ""));
            } else if (each.length == 5) {
                var namespace = each[3].equals(NONE) ? "" : each[3];
                all.add(new Named(each[0], each[1], each[2], namespace, each[4]));
            }
        }
        return all;
    }

    /** The texts that record these added objects, sorted. */
    static List<String> texts(Set<Named> added) {
        return added.stream().sorted().map(Named::text).toList();
    }

    /**
     * A recorded object.
     *
     * @param namespace for an object of a line; empty for one that a team's steps added, which is
     *     in the namespace of the reconciled object
     * @param line the line that makes the object; empty for one that a team's steps added
     */
    public record Named(String apiVersion, String kind, String name, String namespace, String line)
            implements Comparable<Named> {
        static Named of(Map<String, Object> object) {
            return of("", object);
        }

        /** An object of a line. */
        static Named of(String line, Map<String, Object> object) {
            return new Named(
                    String.valueOf(object.get("apiVersion")),
                    String.valueOf(object.get("kind")),
                    Fields.metadata(object, "name"),
                    line.isEmpty() ? "" : Fields.metadata(object, "namespace"),
                    line);
        }

        /** Whether a team's steps added the object. */
        boolean isAdded() {
            return line.isEmpty();
        }

        /** The object's key, for an object of a line. */
        public ObjectKey key() {
            return key(namespace);
        }

        ObjectKey key(String namespace) {
            return new ObjectKey(Fields.group(apiVersion), kind, namespace, name);
        }

        /**
         * Whether the added object can be recorded: none of the three values may be empty or
         * contain a space.
         */
        boolean isWhole() {
            return Stream.of(apiVersion, kind, name)
                    .noneMatch(each -> each.isEmpty() || each.contains(" "));
        }

        String text() {
            return "%s %s %s".formatted(apiVersion, kind, name)
                    + (isAdded()
                            ? ""
                            : " %s %s".formatted(namespace.isEmpty() ? NONE : namespace, line));
        }

        @Override
        public int compareTo(Named other) {
            return text().compareTo(other.text());
        }
    }

    /**
     * Copies of the added objects, each in the owner's namespace and with the labels by which the
     * operator's watches see the objects that it made.
     *
     * @throws UnfitWanted when an added object cannot be made
     */
    static List<Map<String, Object>> fitting(
            List<Map<String, Object>> added,
            Map<String, Object> owner,
            Map<String, String> labels) {
        if (added.size() > MOST) {
            throw unfit(
                    "added %d objects, but at most %d are allowed".formatted(added.size(), MOST));
        }
        var names = new HashSet<ObjectKey>();
        var all = new ArrayList<Map<String, Object>>();
        for (var each : added) {
            var object = fitting(each, owner, labels);
            if (!names.add(Fields.key(object))) {
                throw unfit("added %s twice".formatted(Present.names(List.of(object)).getFirst()));
            }
            all.add(object);
        }
        return List.copyOf(all);
    }

    private static Map<String, Object> fitting(
            Map<String, Object> object, Map<String, Object> owner, Map<String, String> labels) {
        var namespace = Fields.metadata(owner, "namespace");
        var named = Named.of(object);
        if (!named.isWhole()) {
            throw unfit(
                    "added an object without a usable apiVersion, kind or name: none may be empty or contain a space");
        }
        if (InvalidName.is(named.name())) {
            throw unfit(
                    "added a %s with the invalid name '%s'"
                            .formatted(named.kind(), Excerpt.value(named.name())));
        }
        if ("Secret".equals(named.kind())
                && ReservedSecrets.OF_THE_OPERATOR.contains(named.name())) {
            throw unfit(
                    "added Secret %s, but the operator uses a Secret of this name itself; choose another name"
                            .formatted(named.name()));
        }
        var in = Fields.metadata(object, "namespace");
        if (!in.isEmpty() && !in.equals(namespace)) {
            throw unfit(
                    "added %s %s in namespace %s; added objects must be in the namespace of the object that is reconciled"
                            .formatted(named.kind(), named.name(), in));
        }
        var metadata = metadata(named, Fields.map(object, "metadata"));
        var all = new LinkedHashMap<>(Fields.map(object, "metadata", "labels"));
        all.putAll(labels);
        metadata.put("namespace", namespace);
        metadata.put("labels", all);
        return Json.with(object, "metadata", metadata);
    }

    /**
     * A copy of an added object's metadata. Refuses fields that steps may not set, such as owner
     * references, which the operator sets.
     */
    private static Map<String, Object> metadata(Named named, Map<String, Object> metadata) {
        var copy = new LinkedHashMap<>(metadata);
        copy.values().removeIf(Objects::isNull);
        var others = new TreeSet<>(copy.keySet());
        others.removeAll(SettableMetadata.FIELDS);
        if (!others.isEmpty()) {
            throw unfit(
                    "added %s %s with %s; remove metadata.%s. Steps may set only name, namespace, labels and annotations"
                            .formatted(
                                    named.kind(),
                                    named.name(),
                                    others.stream()
                                            .map(each -> "metadata." + Excerpt.value(each))
                                            .collect(Collectors.joining(", ")),
                                    Excerpt.value(others.first())));
        }
        return copy;
    }

    /**
     * Checks that no line of the route makes an object that a team's steps add.
     *
     * @throws UnfitWanted when a line does
     */
    static void alone(Collection<Map<String, Object>> added, Map<String, Made> answers) {
        var keys = added.stream().map(Fields::key).collect(Collectors.toSet());
        answers.forEach(
                (line, made) -> {
                    for (var each : made.objects()) {
                        if (!line.equals(CapabilityLines.OBJECTS)
                                && keys.contains(Fields.key(each))) {
                            throw unfit(
                                    "added %s, which the line '%s' makes already; remove it from the file, or the line from the route"
                                            .formatted(
                                                    Present.names(List.of(each)).getFirst(), line));
                        }
                    }
                });
    }

    private static UnfitWanted unfit(String what) {
        return new UnfitWanted(what + "; nothing was applied", Point.OBJECTS);
    }
}
