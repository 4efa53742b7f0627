package dev.dragoman.sandbox.cli;

/**
 * A step of the demo failed, for example because the operator is not ready. The message says why.
 */
public final class DemoFailed extends RuntimeException {
    DemoFailed(String message) {
        super(message);
    }

    DemoFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
