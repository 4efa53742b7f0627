package dev.dragoman.capability.point;

/** Which extension points have steps of a platform team. Immutable. */
@FunctionalInterface
public interface Points {
    /** No point has steps. */
    Points NONE = (capability, point) -> false;

    /** Whether the point has steps. */
    boolean used(String capability, Point point);

    /**
     * Whether the objects that teams add for the capability restrict what others run, as the files
     * of the point say.
     */
    default boolean restrict(String capability) {
        return false;
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
