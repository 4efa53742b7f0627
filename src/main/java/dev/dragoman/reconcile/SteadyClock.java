package dev.dragoman.reconcile;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * A clock that never goes back, for pauses and deadlines. It starts at the time of day and then
 * counts on, whatever the machine's clock is set to. Not for times that are shown, or that are
 * compared with times of other machines. Thread-safe.
 */
public final class SteadyClock implements InstantSource {
    private final Instant start;
    private final LongSupplier nanos;
    private final long first;

    /**
     * @param clock read once
     * @param nanos as {@link System#nanoTime}
     */
    SteadyClock(InstantSource clock, LongSupplier nanos) {
        this.start = clock.instant();
        this.nanos = nanos;
        this.first = nanos.getAsLong();
    }

    /** A clock that is set in a dry run, and never back: all durations go by it too. */
    public interface Played extends InstantSource {}

    /** Begins at the time of the given clock, and counts on without it. */
    public static InstantSource from(InstantSource clock) {
        return clock instanceof Played ? clock : new SteadyClock(clock, System::nanoTime);
    }

    @Override
    public Instant instant() {
        return start.plusNanos(nanos.getAsLong() - first);
    }
}
