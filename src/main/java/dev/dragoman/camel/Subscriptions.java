package dev.dragoman.camel;

import dev.dragoman.reconcile.KindSelector;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the consumer needs of the engine. Bound in the registry as {@code engine}. */
public interface Subscriptions {
    /** Name under which the registry holds the engine. */
    String BEAN = "engine";

    /**
     * Calls the reconciler for every object of the kinds until stopped.
     *
     * @param namespaces only these, or none for all
     */
    Running subscribe(
            String name,
            List<KindSelector> kinds,
            Set<String> namespaces,
            Reconciler reconciler,
            Options options);

    /**
     * Asks for a reconciliation of one object, which compares it with the outside world.
     *
     * @param name of the subscription
     * @return how many objects have their reconciliation soon; 0 when the subscription does not run
     *     here, or knows no such object
     */
    int wake(String name, ObjectKey key);

    /**
     * As {@link #wake}, of all objects that stand for something outside.
     *
     * @param id of what is outside, for example an ARM id
     */
    int wakeById(String name, String id);

    /**
     * How often and how many.
     *
     * @param resync longest time without a reconciliation of an unchanged object; zero for never
     * @param maxConcurrent reconciliations at the same time
     * @param passTimeout after which a reconciliation is interrupted
     */
    record Options(Duration resync, int maxConcurrent, Duration passTimeout) {}

    /** A subscription that runs. */
    interface Running {
        /** Starts no further reconciliation; those that run go on. */
        void pause();

        /** Goes on after a pause. */
        void resume();

        /** Ends the subscription: waits for the reconciliations that run, then interrupts them. */
        void stop(Duration grace);

        /** Reconciliations that run at this moment. */
        int running();

        /**
         * Why the subscription is not ready, in words; empty when it is. Kinds that cannot be
         * watched count for a while at the start only.
         */
        default Optional<String> problem() {
            return Optional.empty();
        }

        /** Kinds that cannot be watched, each with its reason. */
        default Map<String, String> unwatched() {
            return Map.of();
        }
    }
}
