package dev.dragoman.reconcile;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much of the heap the objects in all stores may take together. What does not fit is kept in
 * part and read when it is needed: a larger cluster makes the process slower and does not end it.
 * Thread-safe.
 */
final class CacheBudget {
    /** Beyond, an object is kept in part however much is free: who works with it needs several. */
    static final long LARGE = 128 << 10;

    private final long most;
    private final AtomicLong used = new AtomicLong();

    /**
     * @param most bytes, as {@link Weight} counts them
     */
    CacheBudget(long most) {
        this.most = most;
    }

    /** Half of the heap that this process may have; the rest is for reconciliations and lists. */
    static CacheBudget ofThisProcess() {
        return new CacheBudget(Runtime.getRuntime().maxMemory() / 2);
    }

    /** For what must be kept, being small by itself. */
    static CacheBudget unlimited() {
        return new CacheBudget(Long.MAX_VALUE);
    }

    /** Whether an object of this weight may be kept in full. */
    boolean fits(long weight) {
        return most == Long.MAX_VALUE || (weight <= LARGE && used.get() + weight <= most);
    }

    /** What is kept has grown, or shrunk. */
    void changed(long by) {
        used.addAndGet(by);
    }

    /** Bytes that are taken. */
    long used() {
        return used.get();
    }
}
