package dev.dragoman.capability;

/** A step was decided, and nothing in the route did it. */
public final class BranchMissing extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BranchMissing(String what) {
        super(what, null, false, false);
    }
}
