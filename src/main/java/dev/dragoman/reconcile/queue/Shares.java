package dev.dragoman.reconcile.queue;

import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.turn.Turns;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Limits how many keys of one namespace run at the same time: namespaces with slow reconciliations
 * must not hold all workers, also if they are several ({@link Turns#allows}). Further keys wait
 * here until others are done. Cluster-scoped objects belong to administrators and are not limited.
 * Not thread-safe.
 */
final class Shares {
    private final Map<String, Integer> taken = new HashMap<>();
    private final Map<String, Lanes> waiting = new HashMap<>();
    private final Set<ObjectKey> all = new HashSet<>();
    private int free;

    /**
     * @param workers maximum number of keys that run at the same time
     */
    Shares(int workers) {
        this.free = workers;
    }

    /** Counts the key and returns true if it may run now; otherwise the key waits here. */
    boolean take(ObjectKey key, boolean isSlow) {
        var namespace = key.namespace();
        if (!namespace.isEmpty() && !Turns.allows(taken(namespace), 1, free)) {
            if (all.add(key)) {
                waiting.computeIfAbsent(namespace, any -> new Lanes()).add(key, isSlow);
            }
            return false;
        }
        taken.merge(namespace, 1, Integer::sum);
        free--;
        return true;
    }

    private int taken(String namespace) {
        return taken.getOrDefault(namespace, 0);
    }

    /** The key is done. Returns waiting keys that are to be queued now. */
    List<ObjectKey> release(ObjectKey key) {
        taken.computeIfPresent(key.namespace(), (any, n) -> n > 1 ? n - 1 : null);
        free++;
        return admit();
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
            for (int more = 0;
                    lanes.size() > 0
                            && Turns.allows(
                                    taken(namespace) + (long) more, 1, (long) free - freed.size());
                    more++) {
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
