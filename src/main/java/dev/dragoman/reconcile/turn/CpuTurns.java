package dev.dragoman.reconcile.turn;

import dev.dragoman.reconcile.Acting;
import dev.dragoman.reconcile.OutcomeException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Runs CPU-bound work, such as making an RSA 4096 key, on a few threads of its own, so that it does
 * not block the workers of reconciliations. Namespaces take turns, and none uses all threads.
 * Thread-safe.
 */
public final class CpuTurns {
    private final Turns turns;

    /**
     * @param what name of the threads
     * @param threads how many threads work at the same time; at least two are used, so that one
     *     namespace cannot block all others
     */
    public CpuTurns(String what, int threads) {
        this.turns = new Turns("threads for " + what, Math.max(2, threads));
    }

    /** Uses half as many threads as the machine has cores. */
    public static CpuTurns ofThisMachine(String what) {
        return new CpuTurns(what, Runtime.getRuntime().availableProcessors() / 2);
    }

    /** As the other method, for the namespace of the object that this thread reconciles. */
    public <T> T run(Callable<T> work) {
        return run(Acting.namespace(), work);
    }

    /**
     * Waits for the namespace's turn, does the work, and returns its result.
     *
     * @param namespace namespace for which the work is done
     * @throws OutcomeException to retry, when the turn does not come in time
     */
    public <T> T run(String namespace, Callable<T> work) {
        var permit = turns.take(namespace, 1);
        var task = new FutureTask<>(work);
        try {
            Thread.ofPlatform()
                    .daemon()
                    .name("cpu")
                    .start(
                            () -> {
                                // the thread returns the permit, because it may outlive its caller
                                try (permit) {
                                    task.run();
                                }
                            });
        } catch (OutOfMemoryError noThread) {
            permit.close();
            throw noThread;
        }
        try {
            return task.get();
        } catch (InterruptedException e) {
            task.cancel(true);
            Thread.currentThread().interrupt();
            throw turns.later();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                default -> throw new IllegalStateException(e.getCause());
            }
        }
    }

    /** How many wait for their turn. */
    int waiting() {
        return turns.waiting();
    }
}
