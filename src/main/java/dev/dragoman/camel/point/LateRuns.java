package dev.dragoman.camel.point;

import dev.dragoman.reconcile.ObjectKey;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Threads of one point that still compute after their time limit, for example in an endless search
 * of a text. Java cannot stop such a thread, and each occupies a processor. Steps in a loop do not
 * count, because {@link EndlessSteps} ends them. Thread-safe.
 */
final class LateRuns {
    /** Maximum number of such threads. More could occupy all processors. */
    private static final int MOST = 4;

    /**
     * Maximum number of such threads for objects of one namespace, so that the point still runs for
     * other namespaces.
     */
    private static final int MOST_OF_A_NAMESPACE = 2;

    private final Map<Thread, ObjectKey> late = new ConcurrentHashMap<>();

    /** Adds a thread whose time limit has passed. */
    void add(Thread thread, ObjectKey key) {
        late.put(thread, key);
    }

    /**
     * Why no run may start for the object; empty when a run may start. The text follows the name of
     * the file in a message. Threads that have ended do not count.
     */
    Optional<String> refusal(ObjectKey key) {
        late.keySet().removeIf(each -> !each.isAlive());
        if (late.containsValue(key)) {
            return Optional.of(
                    "has an earlier run for this object that still computes after its time limit, so no new run is started for the object");
        }
        long beside =
                late.values().stream()
                        .filter(each -> !each.namespace().isEmpty())
                        .filter(each -> each.namespace().equals(key.namespace()))
                        .count();
        if (beside >= MOST_OF_A_NAMESPACE) {
            return Optional.of(
                    "has %d earlier runs for objects of namespace %s that still compute after their time limit, so no new run is started there"
                            .formatted(beside, key.namespace()));
        }
        return late.size() >= MOST
                ? Optional.of(
                        "has %d earlier runs that still compute after their time limit, so no new run is started"
                                .formatted(MOST))
                : Optional.empty();
    }
}
