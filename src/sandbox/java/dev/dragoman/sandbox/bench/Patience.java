package dev.dragoman.sandbox.bench;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for conditions. */
final class Patience {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    private Patience() {}

    /**
     * Waits until the condition is true.
     *
     * @param what the condition, for the message
     * @throws BenchFailed when it is not true within the limit
     */
    static void until(String what, Duration limit, BooleanSupplier condition) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new BenchFailed("not within %d s: %s".formatted(limit.toSeconds(), what));
            }
            pause(POLL_INTERVAL);
        }
    }

    /** Sleeps. */
    static void pause(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailed("interrupted", e);
        }
    }
}
