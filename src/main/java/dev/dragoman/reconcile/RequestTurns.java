package dev.dragoman.reconcile;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * When lists are asked for and watches opened: a few at a time, and watches after the lists. Lists
 * that do not run at once share connections, of which hundreds would be made otherwise. A watch is
 * a connection of its own, whose handshake would hold up the lists, for which passes and readiness
 * wait; it goes on from where its list ended, however much later it is opened. Thread-safe.
 */
final class RequestTurns {
    /** Of each sort. */
    static final int AT_ONCE = 8;

    /** However long others take, none waits longer. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final Sort lists = new Sort();
    private final Sort watches = new Sort();

    /** Guarded by the turns. */
    private static final class Sort {
        private final Queue<CompletableFuture<Void>> waiting = new ArrayDeque<>();
        private int running;

        /** The next whose turn it is; null when there is none. */
        CompletableFuture<Void> next() {
            // those that waited for the longest time have begun
            while (!waiting.isEmpty() && waiting.peek().isDone()) {
                waiting.remove();
            }
            return running < AT_ONCE ? waiting.poll() : null;
        }
    }

    /** Asks for a list, or a page of one, when it is its turn. */
    <T> CompletableFuture<T> list(Supplier<CompletableFuture<T>> list) {
        return take(lists, list);
    }

    /** Opens a watch when it is its turn. */
    <T> CompletableFuture<T> watch(Supplier<CompletableFuture<T>> open) {
        return take(watches, open);
    }

    private <T> CompletableFuture<T> take(Sort sort, Supplier<CompletableFuture<T>> work) {
        var turn = new CompletableFuture<Void>();
        var done =
                turn.thenCompose(
                                any -> {
                                    synchronized (this) {
                                        sort.running++;
                                    }
                                    return begun(work);
                                })
                        .whenComplete(
                                (answer, error) -> {
                                    synchronized (this) {
                                        sort.running--;
                                    }
                                    next();
                                });
        synchronized (this) {
            sort.waiting.add(turn);
        }
        next();
        if (!turn.isDone()) {
            var _ = turn.completeOnTimeout(null, LONGEST.toMillis(), TimeUnit.MILLISECONDS);
        }
        return done;
    }

    private static <T> CompletableFuture<T> begun(Supplier<CompletableFuture<T>> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Completed outside of the lock: what depends on it runs on this thread. */
    private void next() {
        for (var turn = turn(); turn != null; turn = turn()) {
            turn.complete(null);
        }
    }

    private synchronized CompletableFuture<Void> turn() {
        var list = lists.next();
        return list != null || lists.running > 0 || !lists.waiting.isEmpty()
                ? list
                : watches.next();
    }
}
