package dev.dragoman.camel;

/** The operator cannot start with what it was given. The message is one line and says it all. */
public class StartRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StartRefused(String message, Throwable cause) {
        super(message, cause, false, false);
    }
}
