package dev.dragoman.capability.point;

import java.util.Set;

/** Tells which extension points have steps of a platform team. Immutable. */
@FunctionalInterface
public interface Points {
    /** No point has steps. */
    Points NONE = (capability, point) -> false;

    /** Whether the point has steps for the capability. */
    boolean used(String capability, Point point);

    /**
     * Names of the files at the capability's point {@code objects} that declare that their objects
     * restrict the workload.
     */
    default Set<String> restricting(String capability) {
        return Set.of();
    }

    /** Whether one of the points has steps for the capability. */
    default boolean any(String capability, Point... points) {
        for (var point : points) {
            if (used(capability, point)) {
                return true;
            }
        }
        return false;
    }
}
