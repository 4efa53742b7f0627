package dev.dragoman.camel.point;

import dev.dragoman.reconcile.ObjectKey;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Threads of one point whose time is over but that still compute, for example a search in a text
 * that has no end. Java cannot stop such a thread, and each occupies a processor. Thread-safe.
 */
final class LateRuns {
    /** Most such threads; with more, nothing else would run. */
    private static final int MOST = 4;

    /** Most of them for the objects of one namespace, so that others still have some. */
    private static final int MOST_OF_A_NAMESPACE = 2;

    private final Map<Thread, ObjectKey> late = new ConcurrentHashMap<>();

    /** Adds a thread whose time is over. */
    void add(Thread thread, ObjectKey key) {
        late.put(thread, key);
    }

    /**
     * Why no run may start for the object, which follows the name of the file in a message; empty
     * where one may. Threads that have ended do not count.
     */
    Optional<String> refusal(ObjectKey key) {
        late.keySet().removeIf(each -> !each.isAlive());
        if (late.containsValue(key)) {
            return Optional.of(
                    "has an earlier run for this object that still computes after its time, so no other is started for it");
        }
        long beside =
                late.values().stream()
                        .filter(each -> !each.namespace().isEmpty())
                        .filter(each -> each.namespace().equals(key.namespace()))
                        .count();
        if (beside >= MOST_OF_A_NAMESPACE) {
            return Optional.of(
                    "has %d earlier runs for objects of namespace %s that still compute after their time, so no other is started there"
                            .formatted(beside, key.namespace()));
        }
        return late.size() >= MOST
                ? Optional.of(
                        "has %d earlier runs that still compute after their time, so no other is started"
                                .formatted(MOST))
                : Optional.empty();
    }
}
