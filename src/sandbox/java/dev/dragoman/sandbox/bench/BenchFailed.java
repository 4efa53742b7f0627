package dev.dragoman.sandbox.bench;

/** Something could not be measured; the message says what. */
final class BenchFailed extends RuntimeException {
    BenchFailed(String message) {
        super(message);
    }

    BenchFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
