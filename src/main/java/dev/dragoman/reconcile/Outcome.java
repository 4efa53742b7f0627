package dev.dragoman.reconcile;

import java.time.Duration;
import java.util.Optional;

/** How a reconciliation ended, which decides when the key is reconciled next. */
public sealed interface Outcome {
    /** Why the reconciliation failed, in CamelCase; empty when it did not fail. */
    default String reason() {
        return "";
    }

    /** Why the reconciliation failed, for people; empty when it did not fail. */
    default String message() {
        return "";
    }

    /** Whether the outcome resets the backoff. */
    default boolean endsFailures() {
        return !(this instanceof Transient || this instanceof Pending);
    }

    /**
     * Nothing is left to do: the next reconciliation runs on an event or at the resync. Resets the
     * backoff.
     */
    record Done() implements Outcome {}

    /**
     * Waits for work that takes time, which is not a failure. Resets the backoff.
     *
     * @param after positive; an event before then runs the key at once
     */
    record RequeueAfter(Duration after) implements Outcome {}

    /**
     * Waits for the end of an operation that may still fail. Leaves the backoff as it is, so that
     * an operation which is started again after each failure is started with growing pauses.
     *
     * @param after positive; an event before then runs the key at once
     */
    record Pending(Duration after) implements Outcome {}

    /**
     * Failed for now: retried with per-key exponential backoff and jitter.
     *
     * @param reason CamelCase, stable
     * @param message without secrets
     * @param pace how long the pauses of the backoff may become
     * @param notBefore earliest next try, from now (a Retry-After); or empty
     */
    record Transient(String reason, String message, Pace pace, Optional<Duration> notBefore)
            implements Outcome {}

    /**
     * Needs a human: retried at the resync period, and at once when the object or an object that it
     * needs changes.
     */
    record Fatal(String reason, String message) implements Outcome {}

    /** Longest pause of the backoff, unless {@link Paces} sets pauses for the kind. */
    enum Pace {
        /** Held back until a known time, which is no failure: the pauses do not grow. */
        HELD(Duration.ofSeconds(1)),
        /** A dependency that usually appears soon: at most 30 s. */
        FAST(Duration.ofSeconds(30)),
        /** The outside world refuses for now: at most 3 min. */
        SLOW(Duration.ofMinutes(3)),
        /**
         * It is unknown whether the outside world will ever accept: at most the resync period, or
         * one hour where the resync is off.
         */
        WANING(Duration.ofHours(1));

        private final Duration cap;

        Pace(Duration cap) {
            this.cap = cap;
        }

        /** Longest time between two tries. */
        public Duration cap() {
            return cap;
        }
    }

    /** A {@link Done}. */
    static Outcome done() {
        return new Done();
    }
}
