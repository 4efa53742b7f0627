package dev.dragoman.sandbox.cli;

/** The demo cannot show what it promises; the message says why. */
final class DemoFailed extends RuntimeException {
    DemoFailed(String message) {
        super(message);
    }

    DemoFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
