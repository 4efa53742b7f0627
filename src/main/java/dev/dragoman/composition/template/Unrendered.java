package dev.dragoman.composition.template;

import java.util.Optional;

/** A template has no value for an object now. */
public final class Unrendered extends Exception {
    private static final long serialVersionUID = 1;

    private final int line;
    private final transient Optional<String> missing;

    /**
     * @param line line in the template's file
     * @param missing the path that has no value; empty when something else is wrong
     */
    Unrendered(int line, String message, Optional<String> missing) {
        super(message, null, false, false);
        this.line = line;
        this.missing = missing;
    }

    /** Line in the template's file, from 1. */
    public int line() {
        return line;
    }

    /** The path that has no value, such as {@code identity.status.clientId}. */
    public Optional<String> missing() {
        return missing;
    }
}
