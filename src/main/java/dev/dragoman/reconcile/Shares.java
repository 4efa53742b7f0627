package dev.dragoman.reconcile;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How many keys of one namespace may be in hand at the same time: a namespace whose reconciliations
 * take long must not hold all workers. Keys beyond wait here until one of their namespace is handed
 * in. Objects of the cluster are an administrator's, and not counted. Not thread-safe.
 */
final class Shares {
    private final int most;
    private final Map<String, Integer> taken = new HashMap<>();
    private final Map<String, Lanes> waiting = new HashMap<>();
    private final Set<ObjectKey> all = new HashSet<>();

    Shares(int most) {
        this.most = most;
    }

    /** Of so many workers a namespace has all but a fifth, and never the last one. */
    static int of(int workers) {
        return workers == 1 ? 1 : workers - Math.max(1, workers / 5);
    }

    /** Whether the key may be taken in hand, and is counted from now on; else it waits here. */
    boolean take(ObjectKey key, boolean isSlow) {
        var namespace = key.namespace();
        if (namespace.isEmpty()) {
            return true;
        }
        if (taken.getOrDefault(namespace, 0) >= most) {
            if (all.add(key)) {
                waiting.computeIfAbsent(namespace, any -> new Lanes()).add(key, isSlow);
            }
            return false;
        }
        taken.merge(namespace, 1, Integer::sum);
        return true;
    }

    /** The key is handed in; the one that is to be queued again in its place. */
    Optional<ObjectKey> release(ObjectKey key) {
        var namespace = key.namespace();
        taken.computeIfPresent(namespace, (any, n) -> n > 1 ? n - 1 : null);
        var lanes = waiting.get(namespace);
        if (lanes == null) {
            return Optional.empty();
        }
        var next = lanes.take();
        all.remove(next);
        forgetIfEmpty(namespace, lanes);
        return Optional.of(next);
    }

    /** A key that waits is more urgent from now on; false where it does not wait here. */
    boolean hurry(ObjectKey key) {
        if (!all.contains(key)) {
            return false;
        }
        var lanes = waiting.get(key.namespace());
        lanes.remove(key);
        lanes.add(key, false);
        return true;
    }

    /** Keys that wait here. */
    int waiting() {
        return all.size();
    }

    /** Forgets a key that waits here. */
    void remove(ObjectKey key) {
        if (all.remove(key)) {
            var lanes = waiting.get(key.namespace());
            lanes.remove(key);
            forgetIfEmpty(key.namespace(), lanes);
        }
    }

    private void forgetIfEmpty(String namespace, Lanes lanes) {
        if (lanes.size() == 0) {
            waiting.remove(namespace);
        }
    }
}
