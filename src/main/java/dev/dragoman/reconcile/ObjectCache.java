package dev.dragoman.reconcile;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the informers have seen. Thread-safe; never older than this process's own writes. */
public interface ObjectCache {
    /** The object, deeply immutable; empty when it does not exist or its kind has no informer. */
    Optional<Map<String, Object>> get(ObjectKey key);

    /**
     * Whether an informer has synced that would see this object, so that an empty answer means
     * "absent". One of the same kind in another namespace does not.
     */
    boolean covers(ObjectKey key);

    /**
     * Whether {@link #covers} is true and {@link #get} would show more than the metadata of the
     * object: a {@link KeptWatch} may hold that alone.
     */
    boolean whole(ObjectKey key);

    /**
     * All objects of the subscriptions' kinds that have the value in the index, as the informers
     * have seen them: not those that are covered by a {@link KeptWatch} alone. Complete in every
     * reconciliation, but for kinds that cannot be listed.
     *
     * @throws IllegalArgumentException when {@link Engine#index} added no such index
     */
    Set<ObjectKey> byIndex(String name, String value);

    /**
     * As {@link #byIndex}, of all values that begin like that. Looks at all values of the index:
     * not for every reconciliation.
     *
     * @throws IllegalArgumentException when {@link Engine#index} added no such index
     */
    Set<ObjectKey> byIndexBelow(String name, String beginning);

    /**
     * The object as its informer shows it, however old, without ever asking the API server; of a
     * large object a part. Empty when it is not there.
     */
    Optional<Map<String, Object>> shown(ObjectKey key);
}
