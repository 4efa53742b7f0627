package dev.dragoman.kube;

import java.util.List;
import java.util.Map;

/** What came of applying one object. */
public sealed interface Applied {
    /** Created or changed; the object as it is now. */
    record Written(Map<String, Object> object) implements Applied {}

    /** Nothing had to be written; the object as it is. */
    record Unchanged(Map<String, Object> object) implements Applied {}

    /**
     * An object of that name exists and is not ours: left alone.
     *
     * @param owner who it belongs to, in words
     */
    record Foreign(String owner) implements Applied {}

    /**
     * Others manage fields that we want different: left alone.
     *
     * @param fields one {@code manager: field} each
     */
    record Conflict(List<String> fields) implements Applied {}
}
