package dev.dragoman.capability.point;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A secret value in a message body that a team's steps see. Steps can move it but cannot read it:
 * its text is {@code ***}, and nothing public returns the value. Immutable.
 */
public final class Opaque {
    private final Object value;

    private Opaque(Object value) {
        this.value = value;
    }

    /** Hides a value; null, and a value that is hidden already, stay as they are. */
    public static Object of(Object value) {
        return value == null || value instanceof Opaque ? value : new Opaque(value);
    }

    /** The hidden value, for the core alone. */
    static Object reveal(Opaque hidden) {
        return hidden.value;
    }

    /** The mask, not the value. */
    @Override
    @JsonValue
    public String toString() {
        return "***";
    }
}
