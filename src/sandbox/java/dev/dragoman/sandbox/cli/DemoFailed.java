package dev.dragoman.sandbox.cli;

/** What was promised cannot be shown, such as an operator that is ready; the message says why. */
public final class DemoFailed extends RuntimeException {
    DemoFailed(String message) {
        super(message);
    }

    DemoFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
