package dev.dragoman.reconcile.turn;

import dev.dragoman.reconcile.OutcomeException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lends units of something scarce, such as threads or bytes of memory. Namespaces take turns, and
 * what one of them gets leaves room for the others, also if several want all they can get.
 * Thread-safe.
 */
public final class Turns {
    /** Longest wait for a turn; then the reconciliation is retried later, to free its worker. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final String what;
    private final Map<String, Long> taken = new HashMap<>();
    private final Map<String, Queue<Waiter>> waiting = new LinkedHashMap<>();
    private long left;

    private record Waiter(String namespace, long wanted, Object itself) {}

    /** Units that are lent until the permit is closed. Closing it again does nothing. */
    @FunctionalInterface
    public interface Permit extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * @param what what is lent, for messages
     * @param units number of units that all namespaces together may hold
     */
    public Turns(String what, long units) {
        this.what = what;
        this.left = units;
    }

    /**
     * Whether a namespace may have more units now. Its first units need only be there. With more,
     * it holds at most twice as many as stay free: one namespace gets two thirds, two get two
     * fifths each.
     *
     * @param taken units that the namespace holds
     * @param left units that nobody holds
     */
    public static boolean allows(long taken, long wanted, long left) {
        return wanted <= left && (taken == 0 || taken + wanted <= 2 * (left - wanted));
    }

    /**
     * Waits for the namespace's turn, and takes units. The namespace that has waited longest comes
     * first; what is too much now lets others pass.
     *
     * @throws OutcomeException to retry, when the turn does not come in time
     */
    public synchronized Permit take(String namespace, long wanted) {
        var waiter = new Waiter(namespace, wanted, new Object());
        waiting.computeIfAbsent(namespace, any -> new ArrayDeque<>()).add(waiter);
        try {
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (!waiter.equals(next())) {
                long time = end - System.nanoTime();
                if (time <= 0) {
                    throw later();
                }
                TimeUnit.NANOSECONDS.timedWait(this, time);
            }
            left -= wanted;
            // the namespace goes to the end of the line
            waiting.put(namespace, waiting.remove(namespace));
            taken.merge(namespace, wanted, Long::sum);
            var open = new AtomicBoolean(true);
            return () -> {
                if (open.getAndSet(false)) {
                    free(namespace, wanted);
                }
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw later();
        } finally {
            // a namespace that has waited in vain keeps its place for its next try
            waiting.get(namespace).remove(waiter);
            notifyAll();
        }
    }

    /** Null when nobody waits who may have units now. */
    private Waiter next() {
        for (var queue : waiting.values()) {
            var first = queue.peek();
            if (first != null
                    && allows(taken.getOrDefault(first.namespace(), 0L), first.wanted(), left)) {
                return first;
            }
        }
        return null;
    }

    private synchronized void free(String namespace, long units) {
        left += units;
        taken.computeIfPresent(namespace, (any, n) -> n > units ? (Long) (n - units) : null);
        notifyAll();
    }

    OutcomeException later() {
        return OutcomeException.soon(
                "WaitsForTurn",
                "waits for its turn: others use the %s that all share".formatted(what));
    }

    /** How many wait for their turn. */
    synchronized int waiting() {
        return waiting.values().stream().mapToInt(Queue::size).sum();
    }
}
