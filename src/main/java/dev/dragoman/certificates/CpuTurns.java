package dev.dragoman.certificates;

import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.OutcomeException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs long CPU-bound work, such as making an RSA 4096 key. Has a few threads of its own, so that
 * the work does not block the workers of reconciliations. A namespace uses one thread at most, and
 * namespaces take turns, so no team can delay the others for long. Thread-safe.
 */
public final class CpuTurns {
    /** Longest wait for a turn; then the reconciliation is retried later, to free its worker. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final int threads;
    private final Map<String, Queue<FutureTask<?>>> waiting = new LinkedHashMap<>();
    private final Set<String> running = new HashSet<>();

    /**
     * @param threads how many threads work at the same time; at least two are used, so that one
     *     namespace cannot block all others
     */
    public CpuTurns(int threads) {
        this.threads = Math.max(2, threads);
    }

    /** Uses half as many threads as the machine has cores. */
    public static CpuTurns ofThisMachine() {
        return new CpuTurns(Runtime.getRuntime().availableProcessors() / 2);
    }

    /**
     * Waits for the namespace's turn, does the work, and returns its result.
     *
     * @param namespace namespace for which the work is done
     * @throws OutcomeException to retry, when the turn does not come in time
     */
    public <T> T run(String namespace, Callable<T> work) {
        var task = new FutureTask<>(work);
        add(namespace, task);
        try {
            return await(namespace, task);
        } catch (InterruptedException e) {
            task.cancel(true);
            Thread.currentThread().interrupt();
            throw later("the wait was interrupted");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private <T> T await(String namespace, FutureTask<T> task)
            throws InterruptedException, ExecutionException {
        try {
            return task.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            if (remove(namespace, task)) {
                throw later("other keys of the same namespace come first");
            }
            // the task runs already
            return task.get();
        }
    }

    private static OutcomeException later(String why) {
        return new OutcomeException(
                new Outcome.Transient(
                        "WaitsForTurn",
                        "waits for its turn to make a key: " + why,
                        Outcome.Pace.FAST,
                        Optional.empty()));
    }

    private synchronized void add(String namespace, FutureTask<?> task) {
        waiting.computeIfAbsent(namespace, any -> new ArrayDeque<>()).add(task);
        begin();
    }

    /** How many tasks wait for their turn. */
    synchronized int waiting() {
        return waiting.values().stream().mapToInt(Queue::size).sum();
    }

    /** Removes a task that has not begun; returns false if the task has begun. */
    private synchronized boolean remove(String namespace, FutureTask<?> task) {
        var tasks = waiting.get(namespace);
        boolean removed = tasks != null && tasks.remove(task);
        if (removed && tasks.isEmpty()) {
            waiting.remove(namespace);
        }
        return removed;
    }

    /** Starts tasks while threads are free. The namespace that has waited longest comes first. */
    private synchronized void begin() {
        for (var next = next(); next.isPresent() && running.size() < threads; next = next()) {
            var namespace = next.get();
            var tasks = waiting.remove(namespace);
            var task = tasks.remove();
            if (!tasks.isEmpty()) {
                // the namespace goes to the end of the queue
                waiting.put(namespace, tasks);
            }
            running.add(namespace);
            Thread.ofPlatform().daemon().name("cpu").start(() -> work(namespace, task));
        }
    }

    private Optional<String> next() {
        return waiting.keySet().stream().filter(each -> !running.contains(each)).findFirst();
    }

    private void work(String namespace, FutureTask<?> task) {
        try {
            task.run();
        } finally {
            ended(namespace);
        }
    }

    private synchronized void ended(String namespace) {
        running.remove(namespace);
        begin();
    }
}
