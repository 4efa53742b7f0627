package dev.dragoman.reconcile;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;

/**
 * Identity of one Kubernetes object, independent of the version that it is read at; the unit of
 * work of the queue. Comparable, so that the JDK's hash tables stay fast for keys whose names were
 * chosen to have the same hash.
 *
 * @param group API group, empty for the core group
 * @param kind kind as users write it
 * @param namespace namespace, empty for cluster-scoped objects
 * @param name object name
 */
public record ObjectKey(String group, String kind, String namespace, String name)
        implements Comparable<ObjectKey> {
    private static final Comparator<ObjectKey> ORDER =
            Comparator.comparing(ObjectKey::name)
                    .thenComparing(ObjectKey::namespace)
                    .thenComparing(ObjectKey::kind)
                    .thenComparing(ObjectKey::group);

    public ObjectKey {
        requireNonNull(group, "group");
        requireNonNull(kind, "kind");
        requireNonNull(namespace, "namespace");
        requireNonNull(name, "name");
    }

    /**
     * Any object of this kind, as something that is needed: the key runs again whenever an object
     * of the kind changes, appears or vanishes. Counts for kinds that have an informer; opens no
     * watch.
     */
    public static ObjectKey any(String group, String kind) {
        return new ObjectKey(group, kind, "", "");
    }

    @Override
    public int compareTo(ObjectKey other) {
        return ORDER.compare(this, other);
    }

    /** {@code Kind.group ns/name}, the form used in logs and messages. */
    @Override
    public String toString() {
        var type = group.isEmpty() ? kind : kind + "." + group;
        return type + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
    }
}
