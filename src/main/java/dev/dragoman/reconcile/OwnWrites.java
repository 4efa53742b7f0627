package dev.dragoman.reconcile;

/**
 * Read-your-writes: every Kubernetes write on an object that is reconciled is told here, so that
 * the engine neither runs a pass on a cache older than it nor takes its echo for a user's edit.
 * Thread-safe.
 */
public interface OwnWrites {
    /** The object now has this resourceVersion because we wrote it. */
    void wrote(ObjectKey key, String resourceVersion);

    /**
     * The object is gone because we took away the last thing that kept it: no reconciliation shall
     * act on what the cache still shows of it.
     *
     * @param uid of the object that is gone; another one may have its name soon
     */
    default void removed(ObjectKey key, String uid) {}

    /** Ignores what it is told. For tests of a writer alone. */
    OwnWrites NONE = (key, resourceVersion) -> {};
}
