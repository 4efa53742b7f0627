package dev.dragoman.azure;

import dev.dragoman.reconcile.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Until when Azure wants a running operation to be left alone. In memory: written down it would cost
 * a write per poll, and forgotten by a restart it costs one early poll. Thread-safe.
 */
final class Waits {
    private final Map<ObjectKey, Instant> until = new ConcurrentHashMap<>();
    private final InstantSource clock;

    Waits(InstantSource clock) {
        this.clock = clock;
    }

    void set(ObjectKey key, Duration wait) {
        until.put(key, clock.instant().plus(wait));
    }

    void clear(ObjectKey key) {
        until.remove(key);
    }

    /** How long is left, or empty when Azure may be asked now. */
    Optional<Duration> left(ObjectKey key) {
        var end = until.get(key);
        var now = clock.instant();
        return end == null || !end.isAfter(now)
                ? Optional.empty()
                : Optional.of(Duration.between(now, end));
    }
}
