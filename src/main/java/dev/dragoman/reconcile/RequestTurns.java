package dev.dragoman.reconcile;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * When lists are asked for and watches opened: a few at a time, and watches after the lists. Lists
 * that do not run at once share connections, of which hundreds would be made otherwise. A watch is
 * a connection of its own, whose handshake would hold up the lists, for which reconciliations and
 * readiness wait; it goes on from where its list ended, however much later it is opened.
 * Thread-safe.
 */
final class RequestTurns {
    /** Of each sort. */
    static final int AT_ONCE = 8;

    /** However long others take, none waits longer. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final Executor executor;
    private final Sort lists = new Sort();
    private final Sort watches = new Sort();

    /**
     * @param executor begins what has its turn; not on the thread that gives it, which may hold
     *     locks that the work of others needs
     */
    RequestTurns(Executor executor) {
        this.executor = executor;
    }

    /** Each begins on a thread of its own. */
    static RequestTurns onThreads() {
        return new RequestTurns(work -> Thread.ofVirtual().name("request").start(work));
    }

    /** Guarded by the turns. */
    private static final class Sort {
        private final Queue<Turn> waiting = new ArrayDeque<>();
        private int running;
    }

    private static final class Turn {
        private final CompletableFuture<Void> come = new CompletableFuture<>();
        private boolean granted;
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

    /** Gives a turn once. */
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
        // those that waited for the longest time have begun
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
