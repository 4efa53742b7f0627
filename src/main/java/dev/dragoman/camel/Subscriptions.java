package dev.dragoman.camel;

import dev.dragoman.reconcile.KindSelector;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The part of the engine that the consumer needs. Bound in the registry as {@code engine}. */
public interface Subscriptions {
    /** Name under which the registry holds the engine. */
    String BEAN = "engine";

    /**
     * Calls the reconciler for every object of the kinds until stopped.
     *
     * @param namespaces watches only these; empty for all
     */
    Running subscribe(
            String name,
            List<KindSelector> kinds,
            Set<String> namespaces,
            Reconciler reconciler,
            Options options);

    /**
     * Requests a reconciliation of one object, which compares it with the outside world.
     *
     * @param name name of the subscription
     * @return how many objects will be reconciled soon; 0 when the subscription does not run in
     *     this process, or knows no such object
     */
    int wake(String name, ObjectKey key);

    /**
     * As {@link #wake}, for all objects that represent an outside resource.
     *
     * @param id id of the outside resource, for example an ARM id
     */
    int wakeById(String name, String id);

    /** Whether this process may act: it leads, or there is no other one. */
    default boolean leads() {
        return true;
    }

    /**
     * Options of a subscription.
     *
     * @param resync longest time without a reconciliation of an unchanged object; zero for never
     * @param maxConcurrent most reconciliations at the same time
     * @param passTimeout time after which a reconciliation is interrupted
     */
    record Options(Duration resync, int maxConcurrent, Duration passTimeout) {}

    /** A running subscription. */
    interface Running {
        /** Starts no more reconciliations until {@link #resume}; those that run go on. */
        void pause();

        /** Goes on after a pause. */
        void resume();

        /** Ends the subscription; interrupts reconciliations that still run after the grace. */
        void stop(Duration grace);

        /** Reconciliations that run at this moment. */
        int running();

        /**
         * Why the subscription is not ready, as text; empty when it is ready. Kinds that cannot be
         * watched count only for a while at the start.
         */
        default Optional<String> problem() {
            return Optional.empty();
        }

        /** Kinds that cannot be watched, each with its error. */
        default Map<String, String> unwatched() {
            return Map.of();
        }
    }
}
