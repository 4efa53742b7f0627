package dev.dragoman.capability;

/** What teams' steps have made of what is wanted cannot be used. */
public final class UnfitWanted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param what what came back, and what was not done; without a value of it
     */
    public UnfitWanted(String what) {
        super(what, null, false, false);
    }
}
