package dev.dragoman.sandbox.bench;

/** Something that was to be measured did not happen; the message says what. */
final class BenchFailed extends RuntimeException {
    BenchFailed(String message) {
        super(message);
    }

    BenchFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
