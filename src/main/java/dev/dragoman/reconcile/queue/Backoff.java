package dev.dragoman.reconcile.queue;

import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Paces;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;

/**
 * Pauses of keys that failed: one second at first, then doubled up to the longest pause of the
 * outcome's pace, unless {@link Paces} sets pauses for the kind. Thread-safe.
 */
public final class Backoff {
    /** The first pause. */
    public static final Duration FIRST = Duration.ofSeconds(1);

    /**
     * Each pause is shortened by up to this share, so that keys that failed together are not
     * retried together.
     */
    private static final double SPREAD = 0.25;

    private final DoubleSupplier random;
    private final Map<ObjectKey, Integer> failures = new ConcurrentHashMap<>();

    /**
     * @param random uniform in [0, 1)
     */
    public Backoff(DoubleSupplier random) {
        this.random = random;
    }

    /**
     * Counts one more failure of the key and returns the pause before its next try: at least {@code
     * notBefore}, and at most the longest pause or one second more than {@code notBefore}.
     */
    public Duration next(ObjectKey key, Paces.Retry pauses, Optional<Duration> notBefore) {
        // failures after the longest pause are not counted: a slower pace continues from there
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
        // jitter only lengthens a Retry-After: a try that is one millisecond early is refused again
        return wait.compareTo(floor) >= 0 ? wait : floor.plus(scaled(FIRST, random.getAsDouble()));
    }

    private static Duration full(Paces.Retry pauses, int failed) {
        var full = pauses.first();
        for (int i = 1; i < failed && full.compareTo(pauses.longest()) < 0; i++) {
            full = full.multipliedBy(2);
        }
        return full.compareTo(pauses.longest()) > 0 ? pauses.longest() : full;
    }

    /** Forgets the failures of a key that succeeded, that is gone, or whose input has changed. */
    public void reset(ObjectKey key) {
        failures.remove(key);
    }

    /** The period, made longer or shorter by at most the given share. */
    public Duration around(Duration period, double share) {
        return scaled(period, 1 + share * (2 * random.getAsDouble() - 1));
    }

    /** A random part of the period. */
    public Duration within(Duration period) {
        return scaled(period, random.getAsDouble());
    }

    private static Duration scaled(Duration duration, double factor) {
        return Duration.ofMillis(Math.round(duration.toMillis() * factor));
    }
}
