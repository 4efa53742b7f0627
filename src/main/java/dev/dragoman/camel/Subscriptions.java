package dev.dragoman.camel;

import dev.dragoman.reconcile.KindSelector;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The part of the engine that the {@code kubernetes-reconcile} endpoints use. The registry holds it
 * as {@value #BEAN}.
 */
public interface Subscriptions {
    /** Name under which the registry holds the engine. */
    String BEAN = "engine";

    /**
     * Calls the reconciler for every object of the kinds until the returned subscription is
     * stopped.
     *
     * @param name name of the subscription
     * @param namespaces the namespaces to watch; empty for all
     */
    Running subscribe(
            String name,
            List<KindSelector> kinds,
            Set<String> namespaces,
            Reconciler reconciler,
            Options options);

    /**
     * Requests a reconciliation of one object that also compares it with what exists outside, such
     * as its resource in Azure.
     *
     * @param name name of the subscription
     * @return number of objects that will be reconciled; 0 when the subscription does not run in
     *     this process, or has no such object
     */
    int wake(String name, ObjectKey key);

    /**
     * As {@link #wake}, but for all objects that represent one resource outside.
     *
     * @param id id of the resource, for example an ARM id
     */
    int wakeById(String name, String id);

    /** Whether this process may write: it leads, or runs without leader election. */
    default boolean leads() {
        return true;
    }

    /**
     * Options of a subscription.
     *
     * @param resync longest time between two reconciliations of an unchanged object; zero for no
     *     limit
     * @param maxConcurrent maximum number of reconciliations that run at the same time
     * @param passTimeout time after which a reconciliation is interrupted
     */
    record Options(Duration resync, int maxConcurrent, Duration passTimeout) {}

    /** A running subscription. */
    interface Running {
        /** Starts no more reconciliations until {@link #resume}; running ones continue. */
        void pause();

        /** Starts reconciliations again after {@link #pause}. */
        void resume();

        /**
         * Ends the subscription; interrupts reconciliations that still run after the grace period.
         */
        void stop(Duration grace);

        /** Number of reconciliations that are running. */
        int running();

        /**
         * Why the subscription is not ready, as text; empty when it is ready. Kinds that cannot be
         * watched count only for a limited time after the start.
         */
        default Optional<String> problem() {
            return Optional.empty();
        }

        /** Kinds that cannot be watched, with the error of each. */
        default Map<String, String> unwatched() {
            return Map.of();
        }
    }
}
