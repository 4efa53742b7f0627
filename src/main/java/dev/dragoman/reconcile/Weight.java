package dev.dragoman.reconcile;

import java.util.List;
import java.util.Map;

/**
 * What a JSON value takes in the heap, about: an entry costs more than the text in it, and a
 * megabyte of empty texts is ten as objects.
 */
public final class Weight {
    private static final int TEXT = 40;
    private static final int ENTRY = 48;

    /** In an array, by a name that objects of the kind share. */
    private static final int FIELD = 8;

    private static final int CONTAINER = 48;
    private static final int OTHER = 16;

    private Weight() {}

    /** Bytes. */
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
