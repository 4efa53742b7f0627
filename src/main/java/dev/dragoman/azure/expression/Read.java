package dev.dragoman.azure.expression;

/** A part of {@code self}: it does not grow, so its size is counted once. */
sealed interface Read permits SelfFields, SelfItems {
    /** Entries that are compared at the cost of one. */
    int SHARE = 64;

    /** Entries in it, at any depth. */
    int weight();

    static int weight(Object value) {
        return switch (value) {
            case Read read -> read.weight();
            case String text -> 1 + text.length() / SHARE;
            default -> 1;
        };
    }
}
