package dev.dragoman.certificates.pki;

import java.util.Optional;
import java.util.function.Function;

/**
 * A value, or the problem why there is none. {@code toString} never shows the value, which may be a
 * private key.
 *
 * @param <T> type of the value
 */
public sealed interface Result<T> {
    /**
     * A value.
     *
     * @param value never null
     */
    record Ok<T>(T value) implements Result<T> {
        @Override
        public String toString() {
            return "Ok";
        }
    }

    /**
     * A problem.
     *
     * @param problem what is wrong and what to do, without any key material
     */
    record Refused<T>(String problem) implements Result<T> {}

    /** A result with a value. */
    static <T> Result<T> ok(T value) {
        return new Ok<>(value);
    }

    /** A result with a problem. */
    static <T> Result<T> refused(String problem) {
        return new Refused<>(problem);
    }

    /** The value; empty if there is a problem. */
    default Optional<T> toOptional() {
        return this instanceof Ok<T>(T value) ? Optional.of(value) : Optional.empty();
    }

    /** The problem; empty text if there is a value. */
    default String problem() {
        return this instanceof Refused<T>(String problem) ? problem : "";
    }

    /** Applies a function to the value. If there is a problem, returns the problem. */
    default <R> Result<R> then(Function<? super T, Result<R>> function) {
        return switch (this) {
            case Ok<T>(T value) -> function.apply(value);
            case Refused<T>(String problem) -> refused(problem);
        };
    }

    /** Adds a prefix to a problem, such as the name of its field. Returns a value unchanged. */
    default Result<T> in(String place) {
        return this instanceof Refused<T>(String problem) ? refused(place + ": " + problem) : this;
    }
}
