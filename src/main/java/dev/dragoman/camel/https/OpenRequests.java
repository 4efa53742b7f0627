package dev.dragoman.camel.https;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The https requests that wait for their answers, of one run of a team's steps. An interrupt does
 * not end such a wait, so the run's end must cancel the requests. Exchanges carry an instance as
 * {@link dev.dragoman.camel.OwnState}. Thread-safe.
 */
public final class OpenRequests {
    private final Set<Runnable> cancels = ConcurrentHashMap.newKeySet();
    private volatile boolean over;

    /**
     * Adds a request that begins.
     *
     * @param cancel cancels the request
     */
    void begin(Runnable cancel) {
        cancels.add(cancel);
        if (over) {
            cancel.run();
        }
    }

    /** Removes a request that has ended. */
    void end(Runnable cancel) {
        cancels.remove(cancel);
    }

    /** Cancels all requests, also those that begin later. */
    public void cancel() {
        over = true;
        cancels.forEach(Runnable::run);
    }
}
