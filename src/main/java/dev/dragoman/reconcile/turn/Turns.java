package dev.dragoman.reconcile.turn;

import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.OutcomeException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

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

    private record Waiter(String namespace, long wanted, CompletableFuture<Permit> permit) {}

    /** Units that are lent until the permit is closed. Closing it again does nothing. */
    @FunctionalInterface
    public interface Permit extends AutoCloseable {
        /** No units. */
        Permit NONE = () -> {};

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
     * Waits for the namespace's turn, and takes units.
     *
     * @throws OutcomeException to retry, when the turn does not come in time
     */
    public Permit take(String namespace, long wanted) {
        var waiter = new Waiter(namespace, wanted, new CompletableFuture<>());
        add(waiter);
        try {
            return waiter.permit().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            if (remove(waiter)) {
                throw later();
            }
            return waiter.permit().join();
        } catch (InterruptedException e) {
            if (!remove(waiter)) {
                waiter.permit().join().close();
            }
            Thread.currentThread().interrupt();
            throw later();
        } catch (ExecutionException never) {
            throw new IllegalStateException(never);
        }
    }

    OutcomeException later() {
        return new OutcomeException(
                new Outcome.Transient(
                        "WaitsForTurn",
                        "waits for its turn: others use the %s that all share".formatted(what),
                        Outcome.Pace.FAST,
                        Optional.empty()));
    }

    private synchronized void add(Waiter waiter) {
        waiting.computeIfAbsent(waiter.namespace(), any -> new ArrayDeque<>()).add(waiter);
        grant();
    }

    /** How many wait for their turn. */
    synchronized int waiting() {
        return waiting.values().stream().mapToInt(Queue::size).sum();
    }

    /** Removes one that waits; returns false if it has its units. */
    private synchronized boolean remove(Waiter waiter) {
        var queue = waiting.get(waiter.namespace());
        boolean removed = queue != null && queue.remove(waiter);
        if (removed && queue.isEmpty()) {
            waiting.remove(waiter.namespace());
        }
        return removed;
    }

    /** Lends while units are free. The namespace that has waited longest comes first. */
    private void grant() {
        var next = next();
        while (next.isPresent()) {
            var waiter = next.get();
            var queue = waiting.remove(waiter.namespace());
            queue.remove();
            if (!queue.isEmpty()) {
                // the namespace goes to the end of the line
                waiting.put(waiter.namespace(), queue);
            }
            left -= waiter.wanted();
            taken.merge(waiter.namespace(), waiter.wanted(), Long::sum);
            waiter.permit().complete(permit(waiter));
            next = next();
        }
    }

    private Optional<Waiter> next() {
        return waiting.values().stream()
                .map(Queue::element)
                .filter(
                        each ->
                                allows(
                                        taken.getOrDefault(each.namespace(), 0L),
                                        each.wanted(),
                                        left))
                .findFirst();
    }

    private Permit permit(Waiter of) {
        var open = new ArrayDeque<>(List.of(of));
        return () -> {
            synchronized (this) {
                if (open.poll() != null) {
                    left += of.wanted();
                    taken.computeIfPresent(
                            of.namespace(),
                            (any, n) -> n > of.wanted() ? (Long) (n - of.wanted()) : null);
                    grant();
                }
            }
        };
    }
}
