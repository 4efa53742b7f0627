package dev.dragoman.capability;

import dev.dragoman.reconcile.ObjectKey;
import java.util.Map;
import java.util.Optional;

/** What the core reads of objects that it does not know before. Thread-safe. */
@FunctionalInterface
public interface Lookup {
    /** The object as the API server has it; empty when it does not exist. */
    Optional<Map<String, Object>> get(String apiVersion, ObjectKey key);

    /** Whether objects of the kind are in namespaces. */
    default boolean namespaced(String apiVersion, String kind) {
        return true;
    }
}
