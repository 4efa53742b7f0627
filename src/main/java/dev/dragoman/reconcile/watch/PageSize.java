package dev.dragoman.reconcile.watch;

import java.time.Duration;

/**
 * How many objects to request at once: fewer when they are too large or come slowly, more again
 * when they come fast. Thread-safe.
 */
public final class PageSize {
    /**
     * Maximum number of objects in a page. Larger pages would make the heap several times as large
     * as the objects that are kept.
     */
    static final int MOST = 50;

    /** Maximum number of objects in a page of metadata. */
    private static final int MOST_METADATA = 500;

    private static final Duration SLOW = Duration.ofSeconds(3);
    private static final Duration FAST = Duration.ofSeconds(1);

    private final int most;
    private int size;

    private PageSize(int most) {
        this.most = most;
        this.size = most;
    }

    public static PageSize ofObjects() {
        return new PageSize(MOST);
    }

    static PageSize ofMetadata() {
        return new PageSize(MOST_METADATA);
    }

    /** The largest page size that is ever used. */
    int most() {
        return most;
    }

    synchronized int now() {
        return size;
    }

    /** A page of this size arrived within this time. */
    synchronized void came(int asked, Duration time) {
        if (time.compareTo(SLOW) > 0) {
            size = Math.max(1, Math.min(size, asked / 2));
        } else if (time.compareTo(FAST) < 0 && asked >= size) {
            size = Math.min(most, size + Math.max(1, size / 4));
        }
    }

    /**
     * A page of this size was too large or too slow.
     *
     * @return whether a smaller page is left to try
     */
    synchronized boolean failed(int asked) {
        size = Math.max(1, Math.min(size, asked / 2));
        return asked > 1;
    }
}
