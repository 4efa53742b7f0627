package dev.dragoman.cli.explain;

import dev.dragoman.reconcile.ObjectKey;

/**
 * Another object that an object needs.
 *
 * @param optional whether it may be missing: then something else takes its place, such as the
 *     operator's own credential
 */
record Need(Relation relation, ObjectKey key, boolean optional) {
    static Need of(Relation relation, String group, String kind, String namespace, String name) {
        return new Need(relation, new ObjectKey(group, kind, namespace, name), false);
    }

    /** A copy that may be missing. */
    Need ifThere() {
        return new Need(relation, key, true);
    }

    /** Whether the object can exist: a spec may name nothing, or any text. */
    boolean named() {
        return !key.kind().isEmpty() && !key.name().isEmpty();
    }
}
