package dev.dragoman.reconcile.cache;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits how much heap the objects in all stores take together. An object that does not fit is kept
 * in part and read live when it is needed. So a larger cluster makes the process slower, but does
 * not exhaust its heap. Thread-safe.
 */
public final class CacheBudget {
    /**
     * In bytes. A larger object is always kept in part, because its reconciliation makes several
     * copies of it.
     */
    static final long LARGE = 128 << 10;

    private final long most;
    private final AtomicLong used = new AtomicLong();

    /**
     * @param most bytes, as {@link Weight} counts them
     */
    public CacheBudget(long most) {
        this.most = most;
    }

    /** Half of this process's maximum heap; the other half is for reconciliations and lists. */
    public static CacheBudget ofThisProcess() {
        return new CacheBudget(Runtime.getRuntime().maxMemory() / 2);
    }

    /** For stores whose objects are small and must be kept in full. */
    public static CacheBudget unlimited() {
        return new CacheBudget(Long.MAX_VALUE);
    }

    /** Whether an object of this weight may be kept in full. */
    boolean fits(long weight) {
        return most == Long.MAX_VALUE || (weight <= LARGE && used.get() + weight <= most);
    }

    /** The kept objects take this many bytes more; fewer when negative. */
    void changed(long by) {
        used.addAndGet(by);
    }

    /** Bytes in use. */
    long used() {
        return used.get();
    }
}
