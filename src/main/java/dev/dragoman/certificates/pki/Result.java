package dev.dragoman.certificates.pki;

import java.util.Optional;
import java.util.function.Function;

/**
 * A value, or what keeps it from being there. Neither shows the value as text, since it may be a
 * private key.
 *
 * @param <T> type of the value
 */
public sealed interface Result<T> {
    /**
     * It worked.
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
     * It did not.
     *
     * @param problem what is wrong and what to do, without any key material
     */
    record Refused<T>(String problem) implements Result<T> {}

    /** A value. */
    static <T> Result<T> ok(T value) {
        return new Ok<>(value);
    }

    /** A problem. */
    static <T> Result<T> refused(String problem) {
        return new Refused<>(problem);
    }

    /** The value; empty where there is a problem. */
    default Optional<T> toOptional() {
        return this instanceof Ok<T>(T value) ? Optional.of(value) : Optional.empty();
    }

    /** The problem; empty where there is a value. */
    default String problem() {
        return this instanceof Refused<T>(String problem) ? problem : "";
    }

    /** What the function makes of the value; the same problem where there is none. */
    default <R> Result<R> then(Function<? super T, Result<R>> function) {
        return switch (this) {
            case Ok<T>(T value) -> function.apply(value);
            case Refused<T>(String problem) -> refused(problem);
        };
    }

    /** The same with the name of its place in front of a problem. */
    default Result<T> in(String place) {
        return this instanceof Refused<T>(String problem) ? refused(place + ": " + problem) : this;
    }
}
