package dev.dragoman.capability;

/** What teams' steps have made of what is wanted cannot be used. */
public final class UnfitWanted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Point point;

    /**
     * @param what what came back, and what was not done; without a value of it
     */
    public UnfitWanted(String what) {
        this(what, Point.DESIRED);
    }

    /**
     * @param point whose steps they are
     */
    public UnfitWanted(String what, Point point) {
        super(what, null, false, false);
        this.point = point;
    }

    /** Whose steps they are. */
    public Point point() {
        return point;
    }
}
