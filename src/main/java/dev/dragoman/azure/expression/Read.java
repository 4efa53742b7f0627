package dev.dragoman.azure.expression;

/** An object or list in {@code self}. It never changes, so its size is counted once. */
sealed interface Read permits SelfFields, SelfItems {
    /** So many entries cost one. */
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
