package dev.dragoman.capability.point;

import java.util.Set;

/** Which extension points have steps of a platform team. Immutable. */
@FunctionalInterface
public interface Points {
    /** No point has steps. */
    Points NONE = (capability, point) -> false;

    /** Whether the point has steps. */
    boolean used(String capability, Point point);

    /**
     * Names of the files whose objects restrict what others run, as these files say: of those that
     * add objects for the capability.
     */
    default Set<String> restricting(String capability) {
        return Set.of();
    }

    /** Whether one of the points has steps. */
    default boolean any(String capability, Point... points) {
        for (var point : points) {
            if (used(capability, point)) {
                return true;
            }
        }
        return false;
    }
}
