package dev.dragoman.azure.expression;

/** Which variables an expression has. */
public enum Scope {
    /** {@code self} alone, for ConfigMaps, labels and annotations, which anybody may read. */
    SELF,
    /** {@code self} and {@code secret}. */
    SELF_AND_SECRET
}
