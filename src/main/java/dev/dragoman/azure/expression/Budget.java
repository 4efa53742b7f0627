package dev.dragoman.azure.expression;

/** What all expressions of one object may cost together. Confined to one reconciliation. */
public final class Budget {
    private static final long EXPRESSIONS = 10;

    private long left = EXPRESSIONS * Meter.LIMIT;

    /** Takes work from the budget; false when the budget is spent. */
    boolean spend(long work) {
        left -= work;
        return left >= 0;
    }
}
