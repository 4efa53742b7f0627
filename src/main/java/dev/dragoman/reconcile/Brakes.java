package dev.dragoman.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
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
    private final InstantSource clock;
    private final Map<ObjectKey, Brake> all = new ConcurrentHashMap<>();

    Brakes(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * How long the object has to wait; zero when it may be reconciled now. An object that was
     * edited, deleted or made anew since the pause began need not wait.
     */
    Duration left(ObjectKey key, Map<String, Object> object) {
        return all.getOrDefault(key, Brake.NONE).left(content(object), clock.instant());
    }

    /**
     * Counts a reconciliation that has changed something. Returns the end of the pause that begins
     * now; empty when none begins. Keeps only the brakes that are still needed.
     */
    Optional<Instant> changed(Reconciliation reconciliation) {
        var now = clock.instant();
        all.values().removeIf(each -> each.isClear(now));
        int content = content(reconciliation.object());
        var brake = all.getOrDefault(reconciliation.key(), Brake.NONE).changed(content, now);
        all.put(reconciliation.key(), brake);
        return Optional.of(brake.until()).filter(now::isBefore);
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
        var spec = new HashMap<>(object);
        spec.keySet().removeAll(List.of("metadata", "status"));
        var generation = metadata.get("generation");
        return Objects.hash(
                metadata.get("uid"),
                metadata.get("deletionTimestamp"),
                generation == null ? spec : generation);
    }
}
