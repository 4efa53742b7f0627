package dev.dragoman.reconcile.watch;

import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.References;
import java.util.function.Predicate;

/**
 * One watch for many needed objects ({@link References}), instead of one for each kind and
 * namespace. Requests only metadata.
 *
 * @param group API group, empty for the core group
 * @param kind the kind to watch
 * @param namespace the only namespace to watch, or empty for all
 * @param name the only name to watch, or empty for all
 * @param labelSelector labels that the objects must have, or empty; an object that loses these
 *     labels counts as gone
 * @param covers which keys of the kind this watch sees
 * @param serves which dependants this watch serves; other dependants get another watch
 * @param account as whom to watch; empty for the operator itself
 */
public record SharedWatch(
        String group,
        String kind,
        String namespace,
        String name,
        String labelSelector,
        Predicate<ObjectKey> covers,
        Predicate<ObjectKey> serves,
        String account) {
    /**
     * All objects of the kind with the labels, in all namespaces.
     *
     * @param dependants the dependants that need only objects with these labels: this watch shows
     *     no other objects
     */
    public static SharedWatch labelled(
            String group, String kind, String labelSelector, Predicate<ObjectKey> dependants) {
        return new SharedWatch(group, kind, "", "", labelSelector, any -> true, dependants, "");
    }

    /** A copy that watches as this user. */
    public SharedWatch as(String user) {
        return new SharedWatch(group, kind, namespace, name, labelSelector, covers, serves, user);
    }

    /** The objects of this name in all namespaces. */
    public static SharedWatch named(String group, String kind, String name) {
        return new SharedWatch(
                group, kind, "", name, "", key -> key.name().equals(name), any -> true, "");
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
                any -> true,
                "");
    }

    /** Whether this watch tells the dependant of changes of the key. */
    boolean sees(ObjectKey dependant, ObjectKey key) {
        return key.group().equals(group)
                && key.kind().equals(kind)
                && covers.test(key)
                && serves.test(dependant);
    }
}
