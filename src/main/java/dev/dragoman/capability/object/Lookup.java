package dev.dragoman.capability.object;

import dev.dragoman.reconcile.ObjectKey;
import java.util.Map;
import java.util.Optional;

/** Reads objects of any kind for the core. Thread-safe. */
@FunctionalInterface
public interface Lookup {
    /** The object as the API server has it; empty when it does not exist. */
    Optional<Map<String, Object>> get(String apiVersion, ObjectKey key);

    /** Whether the kind is namespaced. Throws {@code KindMissing} when it is not served. */
    default boolean namespaced(String apiVersion, String kind) {
        return true;
    }
}
