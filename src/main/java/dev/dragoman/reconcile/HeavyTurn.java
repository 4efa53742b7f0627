package dev.dragoman.reconcile;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One reconciliation at a time works with large objects: each makes copies of them, and a dozen
 * reconciliations would fill the heap. Others go on meanwhile. A turn lasts until the
 * reconciliation ends. Thread-safe.
 */
final class HeavyTurn {
    private final ReentrantLock turn = new ReentrantLock();
    private final Set<Thread> reconciliations = ConcurrentHashMap.newKeySet();

    /** This thread begins a reconciliation; {@link #ends} must follow. */
    void begins() {
        reconciliations.add(Thread.currentThread());
    }

    /** Takes the turn for the rest of this reconciliation when nobody has it. */
    boolean taken() {
        return turn.tryLock();
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
