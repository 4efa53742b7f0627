package dev.dragoman.reconcile;

/**
 * Why a reconciliation runs. For scheduling, logs and metrics; a reconciler must stay
 * level-triggered.
 */
public enum Cause {
    /** The object was seen for the first time by this process. */
    OBSERVED,
    /**
     * Something a user may edit changed: spec, annotations, labels, owners, finalizers, deletion.
     */
    EDITED,
    /**
     * The status changed, by somebody else than this subscription. Counts only where several
     * subscriptions reconcile the object.
     */
    STATUS,
    /** The object is gone from the API server. */
    DELETED,
    /** An object that this one refers to or is owned by changed. */
    REFERENCE,
    /** A previous reconciliation asked to be called again. */
    REQUEUE,
    /** A previous reconciliation failed and its backoff is over. */
    RETRY,
    /** Somebody asked for it, because the outside world may differ: compare with it. */
    WOKEN,
    /** The resync period of the kind is over: compare with the outside world. */
    RESYNC;

    /**
     * Whether the reconciliation is to compare with the outside world, however settled the object
     * is.
     */
    public boolean compares() {
        return this == WOKEN || this == RESYNC;
    }

    /** Whether the reconciliation runs because its input changed. */
    boolean changes() {
        return this == EDITED || this == REFERENCE;
    }
}
