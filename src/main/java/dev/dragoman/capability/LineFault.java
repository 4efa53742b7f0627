package dev.dragoman.capability;

/** Thrown when a line of a route did not do the step that is due, or stands in the wrong place. */
public final class LineFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LineFault(String what) {
        super(what, null, false, false);
    }
}
