package dev.dragoman.camel;

import dev.dragoman.reconcile.Engine;
import dev.dragoman.reconcile.EngineHealth;
import dev.dragoman.reconcile.KindSelector;
import dev.dragoman.reconcile.Reconciler;
import dev.dragoman.reconcile.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The engine as the consumer sees it. */
public final class EngineSubscriptions implements Subscriptions {
    /**
     * Passes are limited in time: a key waits so long only when they do not end, or do not begin.
     */
    private static final Duration WAITED_TOO_LONG = Duration.ofMinutes(10);

    private final Engine engine;

    public EngineSubscriptions(Engine engine) {
        this.engine = engine;
    }

    @Override
    public Running subscribe(
            String name,
            List<KindSelector> kinds,
            Optional<String> namespace,
            Reconciler reconciler,
            Options options) {
        var subscription =
                engine.subscribe(
                        new Subscription.Request(
                                name,
                                kinds,
                                namespace,
                                reconciler,
                                options.resync(),
                                Subscription.Request.JITTER,
                                options.maxConcurrent(),
                                options.passTimeout()));
        return new EngineRunning(subscription);
    }

    /** Why nothing would be seen now; a replica that waits for the Lease is well. */
    private static Optional<String> problem(EngineHealth health) {
        if (!health.started()) {
            return Optional.of("the engine has not started");
        }
        var failed = health.kinds().stream().filter(k -> !k.error().isEmpty()).findFirst();
        if (!health.synced() || !health.watching()) {
            return Optional.of(
                    failed.map(k -> k.kind() + ": " + k.error())
                            .orElse("kinds are still being listed"));
        }
        if (health.oldestQueued().compareTo(WAITED_TOO_LONG) > 0) {
            return Optional.of(
                    "a key has waited for its pass for %d s"
                            .formatted(health.oldestQueued().toSeconds()));
        }
        return health.election();
    }

    private final class EngineRunning implements Running {
        private final Subscription subscription;

        private EngineRunning(Subscription subscription) {
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
            return EngineSubscriptions.problem(engine.health());
        }
    }
}
