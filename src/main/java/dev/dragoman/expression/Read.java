package dev.dragoman.expression;

/** An object or list in a variable. It never changes, so its size is counted once. */
sealed interface Read permits ReadFields, ReadItems {
    /** Number of entries that cost one unit. */
    int SHARE = 64;

    /** Number of entries at any depth; a long text counts as several entries. */
    int weight();

    static int weight(Object value) {
        return switch (value) {
            case Read read -> read.weight();
            case String text -> 1 + text.length() / SHARE;
            default -> 1;
        };
    }
}
