package dev.dragoman.reconcile.watch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Limits how many lists and watches start at once, and starts watches after lists. Lists that run
 * one after the other share connections; all at once, they would open hundreds. A watch needs a
 * connection of its own, whose handshake would delay the lists that reconciliations and readiness
 * wait for. A watch may wait, because it continues where its list ended. Thread-safe.
 */
final class RequestTurns {
    /** Maximum number of lists at once, and of watches that are being opened at once. */
    static final int AT_ONCE = 8;

    /** Longest wait for a turn, however long other requests take. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final Executor executor;
    private final Sort lists = new Sort();
    private final Sort watches = new Sort();

    /**
     * @param executor starts a request whose turn it is. Must not run it on the calling thread,
     *     which may hold locks that the request needs
     */
    RequestTurns(Executor executor) {
        this.executor = executor;
    }

    /** Starts each request on a thread of its own. */
    static RequestTurns onThreads() {
        return new RequestTurns(work -> Thread.ofVirtual().name("request").start(work));
    }

    /** Guarded by the lock of the enclosing object. */
    private static final class Sort {
        private final Queue<Turn> waiting = new ArrayDeque<>();
        private int running;
    }

    private static final class Turn {
        private final CompletableFuture<Void> come = new CompletableFuture<>();
        private boolean granted;
    }

    /** Requests a list, or a page of one, when it has its turn. */
    <T> CompletableFuture<T> list(Supplier<CompletableFuture<T>> list) {
        return take(lists, list);
    }

    /** Opens a watch when it has its turn. */
    <T> CompletableFuture<T> watch(Supplier<CompletableFuture<T>> open) {
        return take(watches, open);
    }

    private <T> CompletableFuture<T> take(Sort sort, Supplier<CompletableFuture<T>> work) {
        var turn = new Turn();
        var done =
                turn.come
                        .thenCompose(any -> work.get())
                        .whenComplete(
                                (answer, error) -> {
                                    ended(sort);
                                    next();
                                });
        synchronized (this) {
            sort.waiting.add(turn);
        }
        CompletableFuture.delayedExecutor(LONGEST.toMillis(), TimeUnit.MILLISECONDS)
                .execute(
                        () -> {
                            if (grant(sort, turn)) {
                                begin(turn);
                            }
                        });
        next();
        return done;
    }

    private synchronized void ended(Sort sort) {
        sort.running--;
    }

    /** Grants a turn; false when it was granted before. */
    private synchronized boolean grant(Sort sort, Turn turn) {
        if (turn.granted) {
            return false;
        }
        turn.granted = true;
        sort.running++;
        return true;
    }

    private void begin(Turn turn) {
        executor.execute(() -> turn.come.complete(null));
    }

    private void next() {
        for (var turn = granted(); turn != null; turn = granted()) {
            begin(turn);
        }
    }

    private synchronized Turn granted() {
        var list = granted(lists);
        return list != null || lists.running > 0 || !lists.waiting.isEmpty()
                ? list
                : granted(watches);
    }

    private Turn granted(Sort sort) {
        // skip turns that were granted after the longest wait
        while (!sort.waiting.isEmpty() && sort.waiting.peek().granted) {
            sort.waiting.remove();
        }
        if (sort.running >= AT_ONCE || sort.waiting.isEmpty()) {
            return null;
        }
        var turn = sort.waiting.remove();
        turn.granted = true;
        sort.running++;
        return turn;
    }
}
