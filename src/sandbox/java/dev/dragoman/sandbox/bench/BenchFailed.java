package dev.dragoman.sandbox.bench;

/** A scenario could not be measured; the message says why. */
final class BenchFailed extends RuntimeException {
    BenchFailed(String message) {
        super(message);
    }

    BenchFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
