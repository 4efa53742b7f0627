package dev.dragoman.reconcile;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How the engine is doing, at one moment. Immutable.
 *
 * @param started whether it was started and not stopped
 * @param leader whether reconciliations may run in this process
 * @param election why it is not known who leads; empty when it is, or when there is no election
 * @param discovered whether it is known how each kind is served that a subscription wants
 * @param listedFor how long the definitions of kinds have been known; zero before
 * @param waiting the key that has waited longest for a reconciliation; empty when none waits or may
 *     run
 * @param kinds each watch but those of single objects that somebody needs
 */
public record EngineHealth(
        boolean started,
        boolean leader,
        Optional<String> election,
        boolean discovered,
        Duration listedFor,
        Optional<Waiting> waiting,
        List<KindHealth> kinds) {
    /** Whether every kind that is wanted has been listed at least once. */
    public boolean synced() {
        return discovered && kinds.stream().allMatch(KindHealth::synced);
    }

    /** Whether every watch is open now. */
    public boolean watching() {
        return discovered && kinds.stream().allMatch(KindHealth::watching);
    }

    /** How long the key that has waited longest for a reconciliation waits; zero when none does. */
    public Duration oldestQueued() {
        return waiting.map(Waiting::since).orElse(Duration.ZERO);
    }

    /**
     * A key that waits for a reconciliation.
     *
     * @param since for how long
     */
    public record Waiting(ObjectKey key, Duration since) {}

    /** What a watch has come to. */
    public enum State {
        /** Listed, and open or about to be: it goes on from where the list ended. */
        WATCHED,
        /** Its first list is under way. */
        LISTING,
        /**
         * It cannot be watched: it was never listed and the last attempt failed, or the API server
         * has refused it since.
         */
        FAILING,
        /** It was open, and is not now. */
        SILENT
    }

    /**
     * One watch.
     *
     * @param kind {@code GROUP/KIND}
     * @param subscription whose objects it shows; empty for what the engine watches for all
     * @param watching whether it is open, or about to be after a list
     * @param error why its last attempt failed; empty when it did not
     */
    public record KindHealth(
            String kind,
            String subscription,
            boolean synced,
            boolean watching,
            int objects,
            String error) {
        static KindHealth of(KindInformer informer, String subscription) {
            return new KindHealth(
                    informer.kind().id().toString(),
                    subscription,
                    informer.synced(),
                    informer.watching() || informer.opening(),
                    informer.store().size(),
                    informer.lastError());
        }

        /** A watch that could not be opened, or not yet. */
        static KindHealth unopened(GroupKind kind, String subscription, String error) {
            return new KindHealth(kind.toString(), subscription, false, false, 0, error);
        }

        /** Whether it shows which kinds there are: without it nothing else is seen. */
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
