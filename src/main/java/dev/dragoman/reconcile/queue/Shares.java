package dev.dragoman.reconcile.queue;

import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Limits how many keys of one namespace run at the same time: a namespace with slow reconciliations
 * must not hold all workers. Further keys wait here until another key of their namespace is done.
 * Cluster-scoped objects belong to administrators and are not counted. Not thread-safe.
 */
public final class Shares {
    private final int most;
    private final Map<String, Integer> taken = new HashMap<>();
    private final Map<String, Lanes> waiting = new HashMap<>();
    private final Set<ObjectKey> all = new HashSet<>();

    Shares(int most) {
        this.most = most;
    }

    /**
     * How many of the workers one namespace may hold: all but a fifth. Of several workers, at least
     * one is left for other namespaces.
     */
    public static int of(int workers) {
        return workers == 1 ? 1 : workers - Math.max(1, workers / 5);
    }

    /** Counts the key and returns true if it may run now; otherwise the key waits here. */
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

    /** The key is done. Returns a waiting key of its namespace that is to be queued now, if any. */
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

    /** Moves a waiting key to the urgent lane; false when it does not wait here. */
    boolean hurry(ObjectKey key) {
        if (!all.contains(key)) {
            return false;
        }
        var lanes = waiting.get(key.namespace());
        lanes.remove(key);
        lanes.add(key, false);
        return true;
    }

    /**
     * Returns waiting keys that are to be queued now, because keys that were chosen before them
     * have been forgotten. Nothing else would ever end their wait.
     */
    List<ObjectKey> admit() {
        var freed = new ArrayList<ObjectKey>();
        for (var namespace : List.copyOf(waiting.keySet())) {
            var lanes = waiting.get(namespace);
            int free = most - taken.getOrDefault(namespace, 0);
            for (; free > 0 && lanes.size() > 0; free--) {
                freed.add(lanes.take());
            }
            forgetIfEmpty(namespace, lanes);
        }
        freed.forEach(all::remove);
        return freed;
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
