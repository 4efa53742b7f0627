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
 * Work that takes a core for a while, such as a key of RSA 4096, on threads of its own: on those of
 * reconciliations nothing else would run meanwhile. There are few, and a namespace has one at most,
 * so that however much one team wants, another one's turn comes next. Thread-safe.
 */
public final class CpuTurns {
    /** Who waits longer for a turn comes back later, and holds no worker meanwhile. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final int threads;
    private final Map<String, Queue<FutureTask<?>>> waiting = new LinkedHashMap<>();
    private final Set<String> running = new HashSet<>();

    /**
     * @param threads that work at the same time, at least two: one for whoever has much to do, one
     *     for the others
     */
    public CpuTurns(int threads) {
        this.threads = Math.max(2, threads);
    }

    /** As many as leave half of the cores to others. */
    public static CpuTurns ofThisMachine() {
        return new CpuTurns(Runtime.getRuntime().availableProcessors() / 2);
    }

    /**
     * What the work comes to, when its turn came.
     *
     * @param namespace whose turn it is
     * @throws OutcomeException when its turn does not come in time: to be tried again
     */
    public <T> T run(String namespace, Callable<T> work) {
        var task = new FutureTask<>(work);
        add(namespace, task);
        try {
            return waitedFor(namespace, task);
        } catch (InterruptedException e) {
            task.cancel(true);
            Thread.currentThread().interrupt();
            throw later("it was interrupted");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private <T> T waitedFor(String namespace, FutureTask<T> task)
            throws InterruptedException, ExecutionException {
        try {
            return task.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            if (removed(namespace, task)) {
                throw later("others of its namespace are before it");
            }
            // it has begun
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

    /** Work that waits for its turn. */
    synchronized int waiting() {
        return waiting.values().stream().mapToInt(Queue::size).sum();
    }

    private synchronized boolean removed(String namespace, FutureTask<?> task) {
        var tasks = waiting.get(namespace);
        boolean was = tasks != null && tasks.remove(task);
        if (was && tasks.isEmpty()) {
            waiting.remove(namespace);
        }
        return was;
    }

    /** Begins what may begin: of the namespaces that wait the one that was served longest ago. */
    private synchronized void begin() {
        for (var next = next(); next.isPresent() && running.size() < threads; next = next()) {
            var namespace = next.get();
            var tasks = waiting.remove(namespace);
            var task = tasks.remove();
            if (!tasks.isEmpty()) {
                // behind the others
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
