package dev.dragoman.expression;

/** A function of Dragoman refuses its arguments. The message shows no argument. */
final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Refused(String message) {
        super(message, null, false, false);
    }
}
