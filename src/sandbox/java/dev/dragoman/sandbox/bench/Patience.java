package dev.dragoman.sandbox.bench;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for conditions, and says what did not come. */
final class Patience {
    private static final Duration EVERY = Duration.ofMillis(20);

    private Patience() {}

    /**
     * Returns when the condition holds.
     *
     * @throws BenchFailed when it does not within the limit
     */
    static void until(String what, Duration limit, BooleanSupplier condition) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new BenchFailed("not within %d s: %s".formatted(limit.toSeconds(), what));
            }
            pause(EVERY);
        }
    }

    /** Lets time go by that is part of what is measured. */
    static void pause(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailed("interrupted", e);
        }
    }
}
