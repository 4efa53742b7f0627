package dev.dragoman.reconcile;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/** A reconciler and its kinds. Obtained from {@link Engine#subscribe}. Thread-safe. */
public interface Subscription {
    /**
     * What to run for which objects.
     *
     * @param name unique in the engine; label {@code controller} of its metrics
     * @param kinds the kinds to reconcile; kinds of CRDs may appear and vanish at any time, other
     *     kinds must be named in full
     * @param namespaces the only namespaces to watch, or none for all; each has a list and a watch.
     *     Does not apply to cluster-scoped kinds
     * @param reconciler called for each reconciliation
     * @param resync longest time without a reconciliation of an object at rest; zero turns the
     *     resync off. A setting for the kind ({@link Paces}) replaces it
     * @param jitter share by which each resync period is longer or shorter, between 0 and 1
     * @param maxConcurrent how many reconciliations may run at once, positive
     * @param passTimeout a reconciliation that takes longer is interrupted
     */
    record Request(
            String name,
            List<KindSelector> kinds,
            Set<String> namespaces,
            Reconciler reconciler,
            Duration resync,
            double jitter,
            int maxConcurrent,
            Duration passTimeout) {
        /** Jitter that suits most subscriptions. */
        public static final double JITTER = 0.25;

        public Request {
            requireNonNull(name, "name");
            requireNonNull(reconciler, "reconciler");
            namespaces = Set.copyOf(namespaces);
            kinds = List.copyOf(kinds);
            if (kinds.isEmpty()
                    || resync.isNegative()
                    || jitter < 0
                    || jitter > 1
                    || maxConcurrent < 1
                    || !passTimeout.isPositive()) {
                throw new IllegalArgumentException(
                        "subscription %s needs kinds, resync >= 0, jitter in 0..1, maxConcurrent >= 1 and passTimeout > 0"
                                .formatted(name));
            }
        }
    }

    /** Starts no new reconciliation until {@link #resume}; keys are queued meanwhile. */
    void pause();

    /** Undoes {@link #pause}. */
    void resume();

    /**
     * Starts no new reconciliation, waits for those that run, interrupts those that still run after
     * the grace, and releases the watches of its kinds. A second call does nothing.
     */
    void stop(Duration grace);

    /** Reconciliations that run now. */
    int running();
}
