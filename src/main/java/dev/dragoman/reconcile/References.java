package dev.dragoman.reconcile;

import java.util.Set;

/**
 * Which objects a key needs: its owner, Secrets and ConfigMaps that it reads, objects that it owns.
 * A change of one of them runs the key at once, so that a correction takes effect without waiting
 * for a retry. References that are set on the thread of a reconciliation count only for its
 * subscription. References that another thread sets count for all subscriptions that reconcile the
 * key. Thread-safe.
 */
public interface References {
    /**
     * Replaces the set of objects that the key needs. Objects of kinds without an informer are
     * watched as long as they are needed, by metadata only.
     */
    void set(ObjectKey dependant, Set<ObjectKey> needed);

    /**
     * As {@link #set}.
     *
     * @param reading whether a change of any part of a needed object's status runs the key, not
     *     only one of its conditions
     */
    default void set(ObjectKey dependant, Set<ObjectKey> needed, boolean reading) {
        set(dependant, needed);
    }

    /**
     * The running reconciliation already knows this version of a needed object, for example because
     * it wrote it: when a watch shows this version or an earlier one, the key does not run again.
     * Ignored for objects that the key does not need. To be called on the thread of the
     * reconciliation.
     */
    default void saw(ObjectKey dependant, ObjectKey needed, String resourceVersion) {}

    /** The key needs nothing any more. */
    default void clear(ObjectKey dependant) {
        set(dependant, Set.of());
    }
}
