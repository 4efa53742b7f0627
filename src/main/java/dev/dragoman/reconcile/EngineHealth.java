package dev.dragoman.reconcile;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How the engine is doing, at one moment. Immutable.
 *
 * @param started whether it was started and not stopped
 * @param leader whether passes may run in this process
 * @param election why it is not known who leads; empty when it is, or when there is no election
 * @param synced whether every kind that is known has been listed at least once
 * @param watching whether every watch is open now
 * @param oldestQueued age of the key that has waited longest; zero when none waits or may run
 * @param kinds each informer
 */
public record EngineHealth(
        boolean started,
        boolean leader,
        Optional<String> election,
        boolean synced,
        boolean watching,
        Duration oldestQueued,
        List<KindHealth> kinds) {
    /**
     * One informer.
     *
     * @param kind {@code GROUP/KIND}
     * @param error why its last attempt failed; empty when it did not
     */
    public record KindHealth(
            String kind, boolean synced, boolean watching, int objects, String error) {
        static KindHealth of(KindInformer informer) {
            return new KindHealth(
                    informer.kind().id().toString(),
                    informer.synced(),
                    informer.watching(),
                    informer.store().size(),
                    informer.lastError());
        }
    }
}
