package dev.dragoman.reconcile;

/**
 * Read-your-writes: every Kubernetes write on an object that is reconciled is told here, so that
 * the engine neither runs a pass on a cache older than it nor takes its echo for a user's edit.
 * Thread-safe.
 */
public interface OwnWrites {
    /** The object now has this resourceVersion because we wrote it. */
    void wrote(ObjectKey key, String resourceVersion);

    /** Ignores what it is told. For tests of a writer alone. */
    OwnWrites NONE = (key, resourceVersion) -> {};
}
