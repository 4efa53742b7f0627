package dev.dragoman.reconcile;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * When watches are opened: after the lists that go on, and a few at a time. Each is a connection of
 * its own, whose handshake would hold up the first lists of other kinds, for which passes and
 * readiness wait; a watch goes on from where its list ended, however much later it is opened.
 * Thread-safe.
 */
final class WatchTurns {
    private static final int AT_ONCE = 8;

    /** However long lists take, no watch waits longer. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final Queue<CompletableFuture<Void>> waiting = new ArrayDeque<>();
    private int lists;
    private int opening;

    /** A list goes on until its answer is there. */
    <T> CompletableFuture<T> list(Supplier<CompletableFuture<T>> list) {
        synchronized (this) {
            lists++;
        }
        return begun(list)
                .whenComplete(
                        (answer, error) -> {
                            synchronized (this) {
                                lists--;
                            }
                            next();
                        });
    }

    /** Opens a watch when it is its turn. */
    <T> CompletableFuture<T> watch(Supplier<CompletableFuture<T>> open) {
        var turn = new CompletableFuture<Void>();
        synchronized (this) {
            waiting.add(turn);
        }
        next();
        return turn.completeOnTimeout(null, LONGEST.toMillis(), TimeUnit.MILLISECONDS)
                .thenCompose(
                        any -> {
                            synchronized (this) {
                                opening++;
                            }
                            return begun(open);
                        })
                .whenComplete(
                        (watch, error) -> {
                            synchronized (this) {
                                opening--;
                            }
                            next();
                        });
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

    /** Those that waited for the longest time are done already. */
    private synchronized CompletableFuture<Void> turn() {
        if (lists > 0 || opening >= AT_ONCE) {
            return null;
        }
        var turn = waiting.poll();
        while (turn != null && turn.isDone()) {
            turn = waiting.poll();
        }
        return turn;
    }
}
