package dev.dragoman.reconcile;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;

/**
 * How long a key that failed waits: one second, doubling, up to the cap of its pace, unless its
 * kind has pauses of its own. Thread-safe.
 */
final class Backoff {
    /** The first pause. */
    static final Duration FIRST = Duration.ofSeconds(1);

    /** Up to this share is taken off each wait, so that keys that failed together part ways. */
    private static final double SPREAD = 0.25;

    private final DoubleSupplier random;
    private final Map<ObjectKey, Integer> failures = new ConcurrentHashMap<>();

    /**
     * @param random uniform in [0, 1)
     */
    Backoff(DoubleSupplier random) {
        this.random = random;
    }

    /** The key failed once more: never before {@code notBefore}, never much after the longest. */
    Duration next(ObjectKey key, Paces.Retry pauses, Optional<Duration> notBefore) {
        // not counted beyond the longest: a failure of a slower pace goes on from there
        int failed =
                failures.merge(
                        key,
                        1,
                        (before, one) ->
                                full(pauses, before).compareTo(pauses.longest()) < 0
                                        ? before + one
                                        : before);
        var full = full(pauses, failed);
        var wait = scaled(full, 1 - SPREAD * random.getAsDouble());
        var floor = notBefore.orElse(Duration.ZERO);
        // jitter only ever on top of a Retry-After: one millisecond early is refused again
        return wait.compareTo(floor) >= 0 ? wait : floor.plus(scaled(FIRST, random.getAsDouble()));
    }

    private static Duration full(Paces.Retry pauses, int failed) {
        var full = pauses.first();
        for (int i = 1; i < failed && full.compareTo(pauses.longest()) < 0; i++) {
            full = full.multipliedBy(2);
        }
        return full.compareTo(pauses.longest()) > 0 ? pauses.longest() : full;
    }

    /** The key succeeded or is gone, or what it is reconciled from has changed. */
    void reset(ObjectKey key) {
        failures.remove(key);
    }

    /** A period, longer or shorter by at most the given share. */
    Duration around(Duration period, double share) {
        return scaled(period, 1 + share * (2 * random.getAsDouble() - 1));
    }

    /** Somewhere within a period. */
    Duration within(Duration period) {
        return scaled(period, random.getAsDouble());
    }

    private static Duration scaled(Duration duration, double factor) {
        return Duration.ofMillis(Math.round(duration.toMillis() * factor));
    }
}
