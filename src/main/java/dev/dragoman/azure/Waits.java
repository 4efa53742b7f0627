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
 * Until when Azure wants a running operation to be left alone, and where to ask for values to
 * export on which it works. In memory: the time, written down, would cost a write per poll, and
 * forgotten by a restart it costs one early poll; the address must be nobody's to change, and
 * forgotten it is asked for again. Thread-safe.
 */
final class Waits {
    private final Map<ObjectKey, Instant> until = new ConcurrentHashMap<>();
    private final Map<ObjectKey, Map<ExportCall, String>> pending = new ConcurrentHashMap<>();
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

    /** Remembers the requests on which Azure works now, in place of those it worked on before. */
    void pending(ObjectKey key, Map<ExportCall, String> calls) {
        if (calls.isEmpty()) {
            pending.remove(key);
        } else {
            pending.put(key, calls);
        }
    }

    /** The requests on which Azure works, and where to ask for their results. */
    Map<ExportCall, String> pending(ObjectKey key) {
        return pending.getOrDefault(key, Map.of());
    }

    /** The object is gone. */
    void forget(ObjectKey key) {
        clear(key);
        pending.remove(key);
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
