package dev.dragoman.expression;

import java.util.Optional;

/** What evaluating an expression or a text with expressions gave. */
public sealed interface Value {
    /**
     * The evaluation gave a value.
     *
     * @param json a String, Long, Double, Boolean, List or Map, unmodifiable and in order; null for
     *     null and for an optional value that is not there
     */
    record Result(Object json) implements Value {
        /** Does not show the value, which may be a secret. */
        @Override
        public String toString() {
            return "Result";
        }
    }

    /**
     * The evaluation failed.
     *
     * @param message where and why it failed, and what to do; shows no value that was read
     * @param missing the path, as it is written, of the field, key or variable that is not there;
     *     empty where the evaluation failed for another reason
     */
    record Failed(String message, Optional<String> missing) implements Value {
        Failed(String message) {
            this(message, Optional.empty());
        }
    }
}
