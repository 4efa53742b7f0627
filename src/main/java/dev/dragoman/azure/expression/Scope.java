package dev.dragoman.azure.expression;

/** Which variables an expression may use. */
public enum Scope {
    /** Only {@code self}: for ConfigMaps, labels and annotations, which anybody may read. */
    SELF,
    /** {@code self} and {@code secret}. */
    SELF_AND_SECRET
}
