package dev.dragoman.cli.trial;

import dev.dragoman.reconcile.SteadyClock;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The clock of a dry run: it goes on when it is told to. Thread-safe. */
final class TrialClock extends Clock implements SteadyClock.Played {
    private volatile Instant now;

    TrialClock(Instant begin) {
        this.now = begin;
    }

    void set(Instant later) {
        now = later;
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
