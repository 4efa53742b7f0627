package dev.dragoman.reconcile;

import static java.util.Objects.requireNonNull;

import java.util.function.Predicate;

/**
 * One watch for many objects that somebody needs ({@link References}), which would otherwise be
 * watched by kind and namespace. Of them only metadata is asked for.
 *
 * @param group API group, empty for the core group
 * @param kind which kind
 * @param namespace the only namespace to watch, or empty for all
 * @param name the only name to watch, or empty for all
 * @param labelSelector what the objects must have, or empty; one that loses it counts as gone
 * @param covers which keys of that kind this watch sees
 * @param serves whose needs it serves; who is not served has another watch
 */
public record SharedWatch(
        String group,
        String kind,
        String namespace,
        String name,
        String labelSelector,
        Predicate<ObjectKey> covers,
        Predicate<ObjectKey> serves) {
    public SharedWatch {
        requireNonNull(group, "group");
        requireNonNull(kind, "kind");
        requireNonNull(namespace, "namespace");
        requireNonNull(name, "name");
        requireNonNull(labelSelector, "labelSelector");
        requireNonNull(covers, "covers");
        requireNonNull(serves, "serves");
    }

    /**
     * All objects of the kind that have the labels, in all namespaces.
     *
     * @param dependants who needs only such as have the labels: others would never learn of theirs
     */
    public static SharedWatch labelled(
            String group, String kind, String labelSelector, Predicate<ObjectKey> dependants) {
        return new SharedWatch(group, kind, "", "", labelSelector, any -> true, dependants);
    }

    /** The objects of this name in all namespaces. */
    public static SharedWatch named(String group, String kind, String name) {
        return new SharedWatch(
                group, kind, "", name, "", key -> key.name().equals(name), any -> true);
    }

    /** All objects of the kind in one namespace. */
    public static SharedWatch within(String namespace, String group, String kind) {
        return new SharedWatch(
                group,
                kind,
                namespace,
                "",
                "",
                key -> key.namespace().equals(namespace),
                any -> true);
    }

    /** Whether the dependant learns by this watch of a change of the key. */
    boolean sees(ObjectKey dependant, ObjectKey key) {
        return key.group().equals(group)
                && key.kind().equals(kind)
                && covers.test(key)
                && serves.test(dependant);
    }
}
