package dev.dragoman.expression;

/** What all expressions of one object may cost together. Confined to one reconciliation. */
public final class Budget {
    private static final long EXPRESSIONS = 10;

    /** Maximum number of characters of all results: a Secret or ConfigMap holds one mebibyte. */
    private static final long RESULTS = 1024 * 1024;

    /** Said where {@link #keep} is false. */
    static final String SPENT =
            "the results of the object's expressions have more than a mebibyte together; make them shorter";

    private long left = EXPRESSIONS * Meter.LIMIT;
    private long results = RESULTS;

    /** Takes work from the budget; false when the budget is spent. */
    boolean spend(long work) {
        left -= work;
        return left >= 0;
    }

    /** Takes the characters of a result from the budget; false when the budget is spent. */
    boolean keep(long characters) {
        results -= characters;
        return results >= 0;
    }
}
