package dev.dragoman.capability;

/** A step is due, and its line in the route did not do it, or stands where it cannot. */
public final class LineFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LineFault(String what) {
        super(what, null, false, false);
    }
}
