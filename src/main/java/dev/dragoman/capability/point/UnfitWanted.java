package dev.dragoman.capability.point;

/** Thrown when the body or the objects that a team's steps left cannot be used. */
public final class UnfitWanted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Point point;
    private final boolean heals;

    /**
     * @param what says what the steps left and what was not done; contains no value of the body
     */
    public UnfitWanted(String what) {
        this(what, Point.DESIRED);
    }

    /**
     * @param point the point whose steps left the unusable body or objects
     */
    public UnfitWanted(String what, Point point) {
        this(what, point, false);
    }

    private UnfitWanted(String what, Point point, boolean heals) {
        super(what, null, false, false);
        this.point = point;
        this.heals = heals;
    }

    /**
     * For a body or objects that can be used later, without a change of the file. The parameters
     * are those of the constructor.
     */
    public static UnfitWanted forNow(String what, Point point) {
        return new UnfitWanted(what, point, true);
    }

    /** Whether the body or the objects can be used later, without a change of the file. */
    public boolean heals() {
        return heals;
    }

    /** The point whose steps left the unusable body or objects. */
    public Point point() {
        return point;
    }
}
