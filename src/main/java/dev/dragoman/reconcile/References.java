package dev.dragoman.reconcile;

import java.util.Set;

/**
 * Which objects a key needs: its owner, Secrets and ConfigMaps it reads, objects it owns. A change
 * of one of them runs the key at once, so that correcting it heals without waiting for a retry.
 * What a reconciliation sets on its own thread is its subscription's alone; what another thread
 * sets counts for all that reconcile the key. Thread-safe.
 */
public interface References {
    /**
     * Replaces what the key needs. Objects of kinds without an informer are watched one by one, by
     * name and metadata only.
     */
    void set(ObjectKey dependant, Set<ObjectKey> needed);

    /**
     * The running reconciliation knows what it needs in this version, as it has written it: that a
     * watch shows this one later, or an earlier one, does not run the key again. Ignored for what
     * the key does not need. To be called on the reconciliation's own thread.
     */
    default void saw(ObjectKey dependant, ObjectKey needed, String resourceVersion) {}

    /** The key needs nothing any more. */
    default void clear(ObjectKey dependant) {
        set(dependant, Set.of());
    }
}
