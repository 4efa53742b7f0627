package dev.dragoman.kube.object;

import java.util.Map;

/** A Kubernetes object that is reconciled. The API server has validated it. Immutable. */
public interface KubeObject {
    /** Finalizer that the API server sets with {@code --cascade=orphan}. */
    String ORPHAN = "orphan";

    /** The whole object; must not be changed. */
    Map<String, Object> object();

    /** Name of the object. */
    default String name() {
        return Fields.metadata(object(), "name");
    }

    /** Namespace of the object. */
    default String namespace() {
        return Fields.metadata(object(), "namespace");
    }

    /** UID of the object. */
    default String uid() {
        return Fields.metadata(object(), "uid");
    }

    /** Generation of the spec. */
    default long generation() {
        return Fields.generation(object());
    }

    /** Whether the object is being deleted. */
    default boolean deleting() {
        return Fields.deleting(object());
    }

    /** Whether it is deleted with {@code --cascade=orphan}, so that what it owns stays. */
    default boolean orphaning() {
        return Fields.hasFinalizer(object(), ORPHAN);
    }

    /** A map of the spec; empty if it is missing. */
    default Map<String, Object> map(String... path) {
        return Fields.map(Fields.spec(object()), path);
    }
}
