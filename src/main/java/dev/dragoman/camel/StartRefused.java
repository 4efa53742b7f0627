package dev.dragoman.camel;

/**
 * Thrown when the operator cannot start with its configuration. The message is one line; there is
 * no stack trace.
 */
public class StartRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StartRefused(String message, Throwable cause) {
        super(message, cause, false, false);
    }
}
