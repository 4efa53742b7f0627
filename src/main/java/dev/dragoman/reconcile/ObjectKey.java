package dev.dragoman.reconcile;

import static java.util.Objects.requireNonNull;

/**
 * Identity of one Kubernetes object, whatever version it is read at. The unit of work of the queue.
 *
 * @param group API group, empty for the core group
 * @param kind kind as users write it
 * @param namespace namespace, empty for cluster-scoped objects
 * @param name object name
 */
public record ObjectKey(String group, String kind, String namespace, String name) {
    public ObjectKey {
        requireNonNull(group, "group");
        requireNonNull(kind, "kind");
        requireNonNull(namespace, "namespace");
        requireNonNull(name, "name");
    }

    /** {@code Kind.group ns/name}, the form used in logs and messages. */
    @Override
    public String toString() {
        var type = group.isEmpty() ? kind : kind + "." + group;
        return type + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
    }
}
