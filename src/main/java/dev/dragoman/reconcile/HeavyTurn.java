package dev.dragoman.reconcile;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One pass at a time works with large objects: each makes copies of them, and a dozen passes would
 * fill the heap. Others go on meanwhile. A turn lasts until the pass ends. Thread-safe.
 */
final class HeavyTurn {
    private final ReentrantLock turn = new ReentrantLock();
    private final Set<Thread> passes = ConcurrentHashMap.newKeySet();

    /** This thread begins a pass; {@link #ends} must follow. */
    void begins() {
        passes.add(Thread.currentThread());
    }

    /** Takes the turn for the rest of this pass when nobody has it. */
    boolean taken() {
        return turn.tryLock();
    }

    /**
     * Waits for the turn and takes it for the rest of this pass. Who is no pass has it for a moment
     * alone.
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
        if (!passes.contains(Thread.currentThread())) {
            turn.unlock();
        }
    }

    /** The pass of this thread has ended. */
    void ends() {
        passes.remove(Thread.currentThread());
        while (turn.isHeldByCurrentThread()) {
            turn.unlock();
        }
    }
}
