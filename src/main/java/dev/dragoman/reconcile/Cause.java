package dev.dragoman.reconcile;

/**
 * Why a reconciliation runs. Used for scheduling, logs and metrics; a reconciler must stay
 * level-triggered.
 */
public enum Cause {
    /** This process sees the object for the first time. */
    OBSERVED,
    /**
     * A part that a user may edit has changed: spec, annotations, labels, owners, finalizers,
     * deletion.
     */
    EDITED,
    /**
     * The status was changed by someone other than this subscription. Used only where several
     * subscriptions reconcile the object.
     */
    STATUS,
    /** The object was deleted from the API server. */
    DELETED,
    /** An object has changed that the reconciled object needs ({@link References}). */
    REFERENCE,
    /** A previous reconciliation asked to be called again. */
    REQUEUE,
    /** A previous reconciliation failed and its backoff is over. */
    RETRY,
    /**
     * {@link Engine#wake} was called, because the outside world may have changed: the
     * reconciliation compares the object with it.
     */
    WOKEN,
    /**
     * The resync period of the kind is over: the reconciliation compares the object with the
     * outside world.
     */
    RESYNC;

    /**
     * Whether the reconciliation must compare the object with the outside world, even when it looks
     * finished.
     */
    public boolean compares() {
        return this == WOKEN || this == RESYNC;
    }

    /** Whether the reconciliation runs because its input changed. */
    boolean changes() {
        return this == EDITED || this == REFERENCE;
    }
}
