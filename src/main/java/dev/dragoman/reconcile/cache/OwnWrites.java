package dev.dragoman.reconcile.cache;

import dev.dragoman.reconcile.ObjectKey;

/**
 * Read-your-writes: each Kubernetes write to a reconciled object is reported here. So the engine
 * never runs a reconciliation on a cache older than the write, nor takes the echo of the write for
 * a user's edit. Thread-safe.
 */
public interface OwnWrites {
    /** The object has this resourceVersion because this process wrote it. */
    void wrote(ObjectKey key, String resourceVersion);

    /**
     * The object is gone, because this process removed the last finalizer: no reconciliation may
     * act on what the cache still shows of it.
     *
     * @param uid uid of the object that is gone; a new object may have its name soon
     */
    default void removed(ObjectKey key, String uid) {}

    /** Ignores all reports. For tests of a writer without an engine. */
    OwnWrites NONE = (key, resourceVersion) -> {};
}
