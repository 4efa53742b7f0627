package dev.dragoman.azure.expression;

import java.util.Map;

/** The result of evaluating an expression. */
public sealed interface Value {
    /** One text. */
    record Text(String text) implements Value {
        /** Does not show the text, which may be a secret. */
        @Override
        public String toString() {
            return "Text";
        }
    }

    /** Texts by key. */
    record Texts(Map<String, String> texts) implements Value {
        /** Does not show keys and texts, which may be secrets. */
        @Override
        public String toString() {
            return "Texts";
        }
    }

    /**
     * The evaluation failed.
     *
     * @param message where and why the evaluation failed, and what to do; shows no value that was
     *     read
     */
    record Failed(String message) implements Value {}
}
