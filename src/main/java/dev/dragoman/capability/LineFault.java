package dev.dragoman.capability;

/** A line of a route did not do the step that is due, or stands where it cannot. */
public final class LineFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LineFault(String what) {
        super(what, null, false, false);
    }
}
