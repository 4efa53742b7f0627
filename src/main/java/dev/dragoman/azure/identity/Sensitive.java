package dev.dragoman.azure.identity;

import static java.util.Objects.requireNonNull;

/** A secret text that cannot be printed by accident. Immutable. */
public final class Sensitive {
    private final String value;

    public Sensitive(String value) {
        this.value = requireNonNull(value, "value");
    }

    /** The secret itself. To be used only in the call that sends it. */
    public String reveal() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Sensitive that && value.equals(that.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return "***";
    }
}
