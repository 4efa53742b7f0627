package dev.dragoman.azure.expression;

/** A function of ours that cannot take its arguments. The message has none of them. */
final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refused(String message) {
        super(message, null, false, false);
    }
}
