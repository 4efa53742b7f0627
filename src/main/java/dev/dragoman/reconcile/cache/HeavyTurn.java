package dev.dragoman.reconcile.cache;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Lets one reconciliation at a time work with large objects: each makes copies of them, and those
 * of a dozen reconciliations would fill the heap. Other reconciliations go on meanwhile. A turn
 * lasts until the reconciliation ends. Namespaces take turns; otherwise a namespace with many large
 * objects would always be next. Thread-safe.
 */
public final class HeavyTurn {
    /** A namespace that was refused and does not ask again within this time loses its place. */
    static final Duration PATIENCE = Duration.ofSeconds(3);

    private final ReentrantLock turn = new ReentrantLock();
    private final LongSupplier nanos;

    /** When each namespace was last refused, in the order of their first refusal. */
    private final Map<String, Long> refused = new LinkedHashMap<>();

    private final Set<Thread> reconciliations = ConcurrentHashMap.newKeySet();

    public HeavyTurn() {
        this(System::nanoTime);
    }

    /**
     * @param nanos a clock such as {@link System#nanoTime}
     */
    public HeavyTurn(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** A reconciliation begins on this thread; {@link #ends} must follow. */
    public void begins() {
        reconciliations.add(Thread.currentThread());
    }

    /**
     * Takes the turn until this reconciliation ends, if the turn is free and no other namespace has
     * waited longer. Returns whether it took the turn.
     *
     * @param namespace namespace of the object; empty for a cluster-scoped one
     */
    public synchronized boolean taken(String namespace) {
        long now = nanos.getAsLong();
        refused.values().removeIf(last -> now - last > PATIENCE.toNanos());
        boolean next = refused.keySet().stream().findFirst().orElse(namespace).equals(namespace);
        if (next && turn.tryLock()) {
            refused.remove(namespace);
            return true;
        }
        refused.put(namespace, now);
        return false;
    }

    /**
     * Waits for the turn and takes it until this reconciliation ends. A thread without a
     * reconciliation gives the turn back at once.
     *
     * @throws IllegalStateException when interrupted
     */
    void await() {
        try {
            turn.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    "interrupted while waiting for another reconciliation of a large object", e);
        }
        if (!reconciliations.contains(Thread.currentThread())) {
            turn.unlock();
        }
    }

    /** The reconciliation on this thread has ended. */
    public void ends() {
        reconciliations.remove(Thread.currentThread());
        while (turn.isHeldByCurrentThread()) {
            turn.unlock();
        }
    }
}
