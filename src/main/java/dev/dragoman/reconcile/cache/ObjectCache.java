package dev.dragoman.reconcile.cache;

import dev.dragoman.reconcile.Engine;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.watch.KeptWatch;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Objects as the informers show them, never older than this process's own writes. Thread-safe. */
public interface ObjectCache {
    /** The object, deeply immutable; empty when it does not exist or its kind has no informer. */
    Optional<Map<String, Object>> get(ObjectKey key);

    /**
     * Whether a synced informer would show this object, so that an empty {@link #get} means that it
     * does not exist. An informer of another namespace does not count.
     */
    boolean covers(ObjectKey key);

    /**
     * Whether {@link #covers} is true and {@link #get} returns the whole object: a {@link
     * KeptWatch} may keep only metadata.
     */
    boolean whole(ObjectKey key);

    /**
     * The objects of the subscriptions' kinds that have the value in the index, as the informers
     * show them. Objects that only a {@link KeptWatch} covers are not included. Within a
     * reconciliation, the result is complete, except for kinds that cannot be listed.
     *
     * @throws IllegalArgumentException when {@link Engine#index} added no such index
     */
    Set<ObjectKey> byIndex(String name, String value);

    /**
     * As {@link #byIndex}, for all values that begin with the text. Scans all values of the index:
     * too slow for every reconciliation.
     *
     * @throws IllegalArgumentException when {@link Engine#index} added no such index
     */
    Set<ObjectKey> byIndexBelow(String name, String beginning);

    /**
     * The object as its informer shows it, however old; never asks the API server. A large object
     * may be shown only in part. Empty when the informer does not show the object.
     */
    default Optional<Map<String, Object>> shown(ObjectKey key) {
        return get(key);
    }
}
