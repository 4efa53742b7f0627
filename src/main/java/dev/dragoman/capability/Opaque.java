package dev.dragoman.capability;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A secret value in a message body that a team's steps may see. It can be moved and not read: its
 * text is {@code ***}, and nothing public gives the value. Immutable.
 */
public final class Opaque {
    private final Object value;

    private Opaque(Object value) {
        this.value = value;
    }

    /** Hides a value; null and what is hidden already stay as they are. */
    public static Object of(Object value) {
        return value == null || value instanceof Opaque ? value : new Opaque(value);
    }

    /** The value behind it, for the core alone. */
    static Object reveal(Opaque hidden) {
        return hidden.value;
    }

    /** Not the value. */
    @Override
    @JsonValue
    public String toString() {
        return "***";
    }
}
