package dev.dragoman.reconcile;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * One reconciliation at a time works with large objects: each makes copies of them, and a dozen
 * reconciliations would fill the heap. Others go on meanwhile. A turn lasts until the
 * reconciliation ends. Namespaces have it one after the other: whose objects are many would have it
 * each time otherwise. Thread-safe.
 */
final class HeavyTurn {
    /** Who was refused and has not come back in this time is not waited for. */
    static final Duration PATIENCE = Duration.ofSeconds(3);

    private final ReentrantLock turn = new ReentrantLock();
    private final LongSupplier nanos;

    /** When each namespace was refused last; who has waited longest comes first. */
    private final Map<String, Long> refused = new LinkedHashMap<>();

    private final Set<Thread> reconciliations = ConcurrentHashMap.newKeySet();

    HeavyTurn() {
        this(System::nanoTime);
    }

    /**
     * @param nanos the time, as {@link System#nanoTime} has it
     */
    HeavyTurn(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** This thread begins a reconciliation; {@link #ends} must follow. */
    void begins() {
        reconciliations.add(Thread.currentThread());
    }

    /**
     * Takes the turn for the rest of this reconciliation when nobody has it, and no other namespace
     * has waited longer.
     *
     * @param namespace of the object; empty for one of the cluster
     */
    synchronized boolean taken(String namespace) {
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
     * Waits for the turn and takes it for the rest of this reconciliation. Who is no reconciliation
     * has it for a moment alone.
     *
     * @throws IllegalStateException when interrupted
     */
    void await() {
        try {
            turn.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    "interrupted while other large objects were in hand", e);
        }
        if (!reconciliations.contains(Thread.currentThread())) {
            turn.unlock();
        }
    }

    /** The reconciliation of this thread has ended. */
    void ends() {
        reconciliations.remove(Thread.currentThread());
        while (turn.isHeldByCurrentThread()) {
            turn.unlock();
        }
    }
}
