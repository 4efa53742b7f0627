package dev.dragoman.azure;

import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.reconcile.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps in memory, for each object, the time before which its operation must not be polled, and the
 * URLs of its unfinished export requests. Storing the time would cost a write per poll; losing it
 * costs one early poll. The URLs are not stored, because nobody must be able to change them. If a
 * URL is lost, its export request is sent again. Thread-safe.
 */
public final class Waits {
    private final Map<ObjectKey, Instant> until = new ConcurrentHashMap<>();
    private final Map<ObjectKey, Map<ExportCall, String>> pending = new ConcurrentHashMap<>();
    private final InstantSource clock;

    public Waits(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Sets how long the operation must not be polled. A wait that is not over yet is kept, unless
     * another operation has begun.
     *
     * @param begun whether another operation has begun, so that a former wait no longer applies
     */
    void set(ObjectKey key, Duration wait, boolean begun) {
        if (begun || left(key).isEmpty()) {
            until.put(key, clock.instant().plus(wait));
        }
    }

    void clear(ObjectKey key) {
        until.remove(key);
    }

    /**
     * Remembers the unfinished export requests, in place of those that were remembered before.
     *
     * @param calls the requests, each with the URL to poll
     */
    public void pending(ObjectKey key, Map<ExportCall, String> calls) {
        if (calls.isEmpty()) {
            pending.remove(key);
        } else {
            pending.put(key, calls);
        }
    }

    /** The unfinished export requests, each with the URL to poll. */
    public Map<ExportCall, String> pending(ObjectKey key) {
        return pending.getOrDefault(key, Map.of());
    }

    /** Forgets an object that is gone. */
    public void forget(ObjectKey key) {
        clear(key);
        pending.remove(key);
    }

    /** How long the object's operation must not be polled; empty when it may be polled now. */
    public Optional<Duration> left(ObjectKey key) {
        var end = until.get(key);
        var now = clock.instant();
        return end == null || !end.isAfter(now)
                ? Optional.empty()
                : Optional.of(Duration.between(now, end));
    }
}
