package dev.dragoman.reconcile;

import java.time.Duration;
import java.util.Optional;

/** How a reconciliation ended, which decides when the key is reconciled next. */
public sealed interface Outcome {
    /** Why it failed, CamelCase; empty when it did not. */
    default String reason() {
        return "";
    }

    /** Why it failed, for people; empty when it did not. */
    default String message() {
        return "";
    }

    /** Whether failures before it say nothing of how soon to try again. */
    default boolean endsFailures() {
        return !(this instanceof Transient || this instanceof Pending);
    }

    /**
     * Nothing left to do: next reconciliation on an event or at the resync period. Resets the
     * backoff.
     */
    record Done() implements Outcome {}

    /**
     * Waits for something that takes time; not a failure. Resets the backoff.
     *
     * @param after positive; an event before that runs the key at once
     */
    record RequeueAfter(Duration after) implements Outcome {}

    /**
     * Waits for the end of what was begun, which may still fail. Leaves the backoff as it is: what
     * is begun again after each failure is begun with growing pauses.
     *
     * @param after positive; an event before that runs the key at once
     */
    record Pending(Duration after) implements Outcome {}

    /**
     * Failed for now: retried with per-key exponential backoff and jitter.
     *
     * @param reason CamelCase, stable
     * @param message without secrets
     * @param pace how fast the backoff grows
     * @param notBefore never earlier than this from now (a Retry-After), or empty
     */
    record Transient(String reason, String message, Pace pace, Optional<Duration> notBefore)
            implements Outcome {}

    /**
     * Needs a human: retried at the resync period, and at once when the object or something it
     * refers to changes.
     */
    record Fatal(String reason, String message) implements Outcome {}

    /** Cap of the backoff; growth always starts at one second and doubles. */
    enum Pace {
        /** A dependency that usually appears soon: at most 30 s. */
        FAST(Duration.ofSeconds(30)),
        /** The outside world refuses for now: at most 3 min. */
        SLOW(Duration.ofMinutes(3)),
        /**
         * Nobody knows whether the outside world will change its mind: at most the resync period,
         * or this where there is none.
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

    /** The one instance needed of {@link Done}. */
    static Outcome done() {
        return new Done();
    }
}
