package dev.dragoman.capability.point;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The extension point that runs before a step, and what its steps are told.
 *
 * @param exists whether what the step creates, changes or deletes exists outside already
 * @param differs paths at which what exists differs from what is wanted; empty when nothing exists
 *     or nothing was compared
 * @param reason why the step is done, for people
 * @param body message body for the point; empty when the wanted body is the message body
 */
public record Before(
        Point point,
        boolean exists,
        List<String> differs,
        String reason,
        Optional<Map<String, Object>> body) {
    public Before {
        differs = List.copyOf(differs);
    }

    /** The point before something is created outside. */
    public static Before create() {
        return new Before(
                Point.BEFORE_CREATE,
                false,
                List.of(),
                "nothing was created for the object yet",
                Optional.empty());
    }

    /** The point before something outside is changed. */
    public static Before change(List<String> differs) {
        return new Before(
                Point.BEFORE_CHANGE,
                true,
                differs,
                differs.isEmpty()
                        ? "what is wanted has changed, or was not compared with what exists"
                        : "what exists differs in " + String.join(", ", differs),
                Optional.empty());
    }

    /**
     * The point before something outside is deleted, because the object was deleted.
     *
     * @param id the outside id, such as an ARM id
     */
    public static Before delete(String id) {
        return delete(id, "the object was deleted");
    }

    /**
     * The point before something outside is deleted.
     *
     * @param id the outside id, such as an ARM id
     * @param reason why it is deleted, for people
     */
    public static Before delete(String id, String reason) {
        return new Before(
                Point.BEFORE_DELETE, true, List.of(), reason, Optional.of(Map.of("id", id)));
    }
}
