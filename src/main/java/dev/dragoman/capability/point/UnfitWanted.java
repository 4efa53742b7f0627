package dev.dragoman.capability.point;

/** The result of teams' steps cannot be used. */
public final class UnfitWanted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Point point;

    /**
     * @param what what the steps left, and what was not done; without any value
     */
    public UnfitWanted(String what) {
        this(what, Point.DESIRED);
    }

    /**
     * @param point the point of the steps
     */
    public UnfitWanted(String what, Point point) {
        super(what, null, false, false);
        this.point = point;
    }

    /** The point of the steps. */
    public Point point() {
        return point;
    }
}
