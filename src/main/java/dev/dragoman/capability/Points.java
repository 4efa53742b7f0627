package dev.dragoman.capability;

/** Which extension points have steps of a platform team. Immutable. */
@FunctionalInterface
public interface Points {
    /** Nobody has added anything. */
    Points NONE = (capability, point) -> false;

    /** Whether anything runs there. */
    boolean used(String capability, Point point);

    /**
     * Whether the objects that are added for the capability restrict what others run: the files of
     * its point say so.
     */
    default boolean restrict(String capability) {
        return false;
    }

    /** Whether anything runs in one of them. */
    default boolean any(String capability, Point... points) {
        for (var point : points) {
            if (used(capability, point)) {
                return true;
            }
        }
        return false;
    }
}
