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

    /** The key needs nothing any more. */
    default void clear(ObjectKey dependant) {
        set(dependant, Set.of());
    }
}
