package dev.dragoman.capability.point;

/** Thrown when what a team's steps left cannot be used. */
public final class UnfitWanted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Point point;

    /**
     * @param what what the steps left, and what was not done; contains no value of the body
     */
    public UnfitWanted(String what) {
        this(what, Point.DESIRED);
    }

    /**
     * @param point the point whose steps left it
     */
    public UnfitWanted(String what, Point point) {
        super(what, null, false, false);
        this.point = point;
    }

    /** The point whose steps left what cannot be used. */
    public Point point() {
        return point;
    }
}
