package dev.dragoman.reconcile.cache;

import java.util.List;
import java.util.Map;

/**
 * Approximate size of a JSON value in the heap. An entry costs more than the text in it: a megabyte
 * of empty strings takes ten megabytes as objects.
 */
public final class Weight {
    private static final int TEXT = 40;
    private static final int ENTRY = 48;

    /** A field in the array of a {@link FrozenMap}; objects of a kind share its name. */
    private static final int FIELD = 8;

    private static final int CONTAINER = 48;
    private static final int OTHER = 16;

    private Weight() {}

    /** Size in bytes. */
    public static long of(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                boolean table = map.size() > FrozenMap.MOST;
                long sum = CONTAINER;
                for (var each : map.entrySet()) {
                    sum += (table ? ENTRY + of(each.getKey()) : FIELD) + of(each.getValue());
                }
                yield sum;
            }
            case List<?> list -> {
                long sum = CONTAINER;
                for (var each : list) {
                    sum += Integer.BYTES + of(each);
                }
                yield sum;
            }
            case String text -> TEXT + text.length();
            case null, default -> OTHER;
        };
    }
}
