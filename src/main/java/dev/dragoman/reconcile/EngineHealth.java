package dev.dragoman.reconcile;

import dev.dragoman.reconcile.watch.CrdKinds;
import dev.dragoman.reconcile.watch.KindInformer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The state of the engine at one moment. Immutable.
 *
 * @param started whether it was started and not stopped
 * @param leader whether reconciliations may run in this process
 * @param election why it is unknown who leads; empty when it is known, or without leader election
 * @param discovered whether it is known how each kind that a controller wants is served
 * @param listedFor how long the CRDs have been known; zero while they are unknown
 * @param waiting the key that has waited longest for a reconciliation; empty when no key waits, or
 *     no reconciliation may run
 * @param kinds every watch, except watches of single needed objects
 */
public record EngineHealth(
        boolean started,
        boolean leader,
        Optional<String> election,
        boolean discovered,
        Duration listedFor,
        Optional<Waiting> waiting,
        List<KindHealth> kinds) {
    /** Whether every kind that a controller wants has been listed at least once. */
    public boolean synced() {
        return discovered && kinds.stream().allMatch(KindHealth::synced);
    }

    /** Whether every watch is open now. */
    public boolean watching() {
        return discovered && kinds.stream().allMatch(KindHealth::watching);
    }

    /**
     * A key that waits for a reconciliation.
     *
     * @param since how long the key has waited
     */
    public record Waiting(ObjectKey key, Duration since) {}

    /** The state of a watch. */
    public enum State {
        /**
         * The kind was listed, and the watch is open or about to be: events continue where the list
         * ended.
         */
        WATCHED,
        /** The first list of the kind runs. */
        LISTING,
        /**
         * The kind cannot be watched: it was never listed and the last attempt failed, or the API
         * server has refused the watch since.
         */
        FAILING,
        /** The kind was listed, and the watch is not open now. */
        SILENT
    }

    /**
     * One watch.
     *
     * @param kind {@code GROUP/KIND}
     * @param subscription the subscription that it serves; empty for the engine's own watches
     * @param watching whether it is open, or about to be after a list
     * @param error why its last attempt failed; empty when it succeeded
     */
    public record KindHealth(
            String kind,
            String subscription,
            boolean synced,
            boolean watching,
            int objects,
            String error) {
        public static KindHealth of(KindInformer informer, String subscription) {
            return new KindHealth(
                    informer.kind().id().toString(),
                    subscription,
                    informer.synced(),
                    informer.watching() || informer.opening(),
                    informer.store().size(),
                    informer.lastError());
        }

        /** A watch that is not open: opening it failed, or was not tried yet. */
        public static KindHealth unopened(GroupKind kind, String subscription, String error) {
            return new KindHealth(kind.toString(), subscription, false, false, 0, error);
        }

        /** Whether it is the watch of CRDs, without which no kind of a CRD is known. */
        public boolean definitions() {
            return subscription.isEmpty() && kind.equals(CrdKinds.CRD.id().toString());
        }

        public State state() {
            if (synced && watching) {
                return State.WATCHED;
            }
            if (synced) {
                return KindInformer.refused(error) ? State.FAILING : State.SILENT;
            }
            return error.isEmpty() ? State.LISTING : State.FAILING;
        }
    }
}
