package dev.dragoman.kube;

import java.util.List;
import java.util.Map;

/** Result of applying one object. */
public sealed interface Applied {
    /** The object's state; empty if it was not applied. */
    default Map<String, Object> object() {
        return Map.of();
    }

    /** The object was created or changed; holds its new state. */
    record Written(Map<String, Object> object) implements Applied {}

    /** Nothing had to be written; holds the object's state. */
    record Unchanged(Map<String, Object> object) implements Applied {}

    /**
     * An object with the applied name exists and is not ours, as {@link ApplyOptions} defines it.
     * It was not changed.
     *
     * @param owner its owners or field managers, as text for messages
     */
    record Foreign(String owner) implements Applied {}

    /**
     * Other managers own fields whose values differ from the applied ones: nothing was written.
     *
     * @param fields each as {@code manager: field}
     */
    record Conflict(List<String> fields) implements Applied {}
}
