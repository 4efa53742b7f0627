package dev.dragoman.azure.expression;

import java.util.Map;

/** What came of evaluating an expression. */
public sealed interface Value {
    /** One text. */
    record Text(String text) implements Value {
        /** Without the text, which may be a secret. */
        @Override
        public String toString() {
            return "Text";
        }
    }

    /** Texts by key. */
    record Texts(Map<String, String> texts) implements Value {
        /** Without keys and texts, which may be secrets. */
        @Override
        public String toString() {
            return "Texts";
        }
    }

    /**
     * Nothing.
     *
     * @param message where and why not, and what to do; has no value that was read
     */
    record Failed(String message) implements Value {}
}
