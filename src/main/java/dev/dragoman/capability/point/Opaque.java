package dev.dragoman.capability.point;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Stands for a secret value in a message body that a team's steps see. Steps can copy this object,
 * but cannot read the value: the object's text is {@code ***}, and no public method returns the
 * value. Immutable.
 */
public final class Opaque {
    private final Object value;

    private Opaque(Object value) {
        this.value = value;
    }

    /** Hides a value. Returns null, and a value that is already hidden, unchanged. */
    public static Object of(Object value) {
        return value == null || value instanceof Opaque ? value : new Opaque(value);
    }

    /** The hidden value. Only the core may read it. */
    static Object reveal(Opaque hidden) {
        return hidden.value;
    }

    /** The mask {@code ***}. */
    @Override
    @JsonValue
    public String toString() {
        return "***";
    }
}
