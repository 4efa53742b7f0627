package dev.dragoman.capability.point;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The extension point that runs before a step.
 *
 * @param exists whether what is about to be made, changed or deleted exists outside
 * @param differs paths at which what exists differs from what is wanted; empty when nothing exists
 *     or nothing was compared
 * @param body message body of the point; empty for what is wanted
 */
public record Before(
        Point point, boolean exists, List<String> differs, Optional<Map<String, Object>> body) {
    public Before {
        differs = List.copyOf(differs);
    }

    /** Something is about to be made. */
    public static Before create() {
        return new Before(Point.BEFORE_CREATE, false, List.of(), Optional.empty());
    }

    /** Something is about to be changed. */
    public static Before change(List<String> differs) {
        return new Before(Point.BEFORE_CHANGE, true, differs, Optional.empty());
    }

    /**
     * Something is about to be deleted.
     *
     * @param id its id outside
     */
    public static Before delete(String id) {
        return new Before(Point.BEFORE_DELETE, true, List.of(), Optional.of(Map.of("id", id)));
    }
}
