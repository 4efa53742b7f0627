package dev.dragoman.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The brakes of one subscription's objects. They are kept in memory, so that a restart, for example
 * with a corrected overlay, starts anew. Thread-safe.
 */
final class Brakes {
    /** Number of reconciliations with changes after which unneeded brakes are forgotten. */
    private static final int TIDY = 1000;

    private final InstantSource clock;
    private final Map<ObjectKey, Brake> all = new ConcurrentHashMap<>();
    private int changes;

    Brakes(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * How long the object has to wait; zero when it may be reconciled now. An object that was
     * edited, deleted or made anew since the pause began need not wait.
     */
    Duration left(ObjectKey key, Map<String, Object> object) {
        var brake = all.get(key);
        return brake == null ? Duration.ZERO : brake.left(content(object), clock.instant());
    }

    /**
     * Counts a reconciliation that has changed something. Returns the pause that begins now; empty
     * when none begins.
     */
    Optional<Duration> changed(Reconciliation reconciliation) {
        if (reconciliation.gone()) {
            // GoneObjects limits its reconciliations
            return Optional.empty();
        }
        var now = clock.instant();
        tidy(now);
        int content = content(reconciliation.object());
        var pause =
                all.compute(
                                reconciliation.key(),
                                (key, before) ->
                                        (before == null ? Brake.of(content) : before)
                                                .changed(content, now))
                        .left(content, now);
        return Optional.of(pause).filter(Duration::isPositive);
    }

    private synchronized void tidy(Instant now) {
        if (++changes % TIDY == 0) {
            all.values().removeIf(each -> each.isClear(now));
        }
    }

    void forget(Predicate<ObjectKey> which) {
        all.keySet().removeIf(which);
    }

    /**
     * Stands for identity, deletion and spec. The API server counts the changes of a spec. Where it
     * does not, as in ConfigMaps, everything but metadata and status is the spec.
     */
    private static int content(Map<String, Object> object) {
        if (!(object.get("metadata") instanceof Map<?, ?> metadata)) {
            return 0;
        }
        Object spec = metadata.get("generation");
        if (spec == null) {
            var content = new HashMap<>(object);
            content.remove("metadata");
            content.remove("status");
            spec = content;
        }
        return Objects.hash(metadata.get("uid"), metadata.get("deletionTimestamp"), spec);
    }
}
