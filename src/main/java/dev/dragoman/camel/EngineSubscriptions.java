package dev.dragoman.camel;

import dev.dragoman.reconcile.Engine;
import dev.dragoman.reconcile.KindSelector;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciler;
import dev.dragoman.reconcile.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Implements {@link Subscriptions} with the operator's engine.
 *
 * @param patience longest time by which kinds that cannot be watched delay readiness; counted from
 *     the time at which the CRDs are known
 */
public record EngineSubscriptions(Engine engine, Duration patience) implements Subscriptions {
    /**
     * Default for the longest time by which kinds that cannot be watched delay readiness after the
     * start.
     */
    public static final Duration PATIENCE = Duration.ofSeconds(30);

    @Override
    public Running subscribe(
            String name,
            List<KindSelector> kinds,
            Set<String> namespaces,
            Reconciler reconciler,
            Options options) {
        var subscription =
                engine.subscribe(
                        new Subscription.Request(
                                name,
                                kinds,
                                namespaces,
                                reconciler,
                                options.resync(),
                                Subscription.Request.JITTER,
                                options.maxConcurrent(),
                                options.passTimeout()));
        return new EngineRunning(name, subscription);
    }

    @Override
    public int wake(String name, ObjectKey key) {
        return engine.wake(name, key);
    }

    @Override
    public int wakeById(String name, String id) {
        return engine.wakeById(name, id);
    }

    @Override
    public boolean leads() {
        return engine.mayWrite();
    }

    private final class EngineRunning implements Running {
        private final String name;
        private final Subscription subscription;
        private volatile boolean wasReady;

        private EngineRunning(String name, Subscription subscription) {
            this.name = name;
            this.subscription = subscription;
        }

        @Override
        public void pause() {
            subscription.pause();
        }

        @Override
        public void resume() {
            subscription.resume();
        }

        @Override
        public void stop(Duration grace) {
            subscription.stop(grace);
        }

        @Override
        public int running() {
            return subscription.running();
        }

        @Override
        public Optional<String> problem() {
            var problem = Readiness.problem(engine.health(), name, wasReady, patience);
            wasReady |= problem.isEmpty();
            return problem;
        }

        @Override
        public Map<String, String> unwatched() {
            return Readiness.failing(engine.health(), name);
        }
    }
}
