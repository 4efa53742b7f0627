package dev.dragoman.reconcile;

import java.util.Map;
import java.util.Optional;

/** What the informers have seen. Thread-safe; never older than this process's own writes. */
public interface ObjectCache {
    /** The object, deeply immutable; empty when it does not exist or its kind has no informer. */
    Optional<Map<String, Object>> get(ObjectKey key);

    /** Whether the kind has an informer that has synced, so that an empty answer means "absent". */
    boolean covers(String group, String kind);
}
