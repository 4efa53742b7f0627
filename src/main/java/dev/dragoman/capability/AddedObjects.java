package dev.dragoman.capability;

import dev.dragoman.kube.Excerpt;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.InvalidName;
import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Objects that a team's steps add to those that the lines of a route make. They are made in the
 * namespace of the object. What was added is remembered on it before it is applied, so that it is
 * found when nobody adds it any more. Pure.
 */
final class AddedObjects {
    private static final int MOST = 50;

    private AddedObjects() {}

    /** What is remembered of an object. */
    static Set<Named> remembered(Marks marks) {
        return marks.added().stream()
                .map(each -> each.split(" ", -1))
                .filter(each -> each.length == 3)
                .map(each -> new Named(each[0], each[1], each[2]))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** As it is remembered. */
    static List<String> texts(Set<Named> added) {
        return added.stream().sorted().map(Named::text).toList();
    }

    /** An object in the namespace of the one that it was added for. */
    record Named(String apiVersion, String kind, String name) implements Comparable<Named> {
        static Named of(Map<String, Object> object) {
            return new Named(
                    String.valueOf(object.get("apiVersion")),
                    String.valueOf(object.get("kind")),
                    Fields.metadata(object, "name"));
        }

        ObjectKey key(String namespace) {
            return new ObjectKey(Fields.group(apiVersion), kind, namespace, name);
        }

        /** Whether it can be remembered. */
        boolean isWhole() {
            return Stream.of(apiVersion, kind, name)
                    .noneMatch(each -> each.isEmpty() || each.contains(" "));
        }

        String text() {
            return "%s %s %s".formatted(apiVersion, kind, name);
        }

        @Override
        public int compareTo(Named other) {
            return text().compareTo(other.text());
        }
    }

    /**
     * The same, each in the owner's namespace and with the labels by which the operator sees what
     * it made.
     *
     * @throws UnfitWanted when they cannot be made
     */
    static List<Map<String, Object>> fitting(
            List<Map<String, Object>> added,
            Map<String, Object> owner,
            Map<String, String> labels) {
        if (added.size() > MOST) {
            throw unfit("added %d objects, and %d are allowed".formatted(added.size(), MOST));
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
            throw unfit("added an object whose apiVersion, kind or name is none");
        }
        if (InvalidName.is(named.name())) {
            throw unfit(
                    "added a %s of the name '%s', which is none"
                            .formatted(named.kind(), Excerpt.value(named.name())));
        }
        var in = Fields.metadata(object, "namespace");
        if (!in.isEmpty() && !in.equals(namespace)) {
            throw unfit(
                    "added %s %s in the namespace %s; what is added is made in that of the object"
                            .formatted(named.kind(), named.name(), in));
        }
        var metadata = new LinkedHashMap<>(Fields.map(object, "metadata"));
        var all = new LinkedHashMap<>(Fields.map(object, "metadata", "labels"));
        all.putAll(labels);
        metadata.put("namespace", namespace);
        metadata.put("labels", all);
        var copy = new LinkedHashMap<>(object);
        copy.put("metadata", metadata);
        return copy;
    }

    /**
     * @throws UnfitWanted when a line makes one of them too
     */
    static void alone(Collection<Map<String, Object>> added, Map<String, Made> answers) {
        var keys = added.stream().map(Fields::key).collect(Collectors.toSet());
        answers.forEach(
                (line, made) -> {
                    for (var each : made.objects()) {
                        if (!line.equals(CapabilityLines.OBJECTS)
                                && keys.contains(Fields.key(each))) {
                            throw unfit(
                                    "added %s, which the line '%s' makes"
                                            .formatted(
                                                    Present.names(List.of(each)).getFirst(), line));
                        }
                    }
                });
    }

    private static UnfitWanted unfit(String what) {
        return new UnfitWanted(what + "; nothing was made of it", Point.OBJECTS);
    }
}
