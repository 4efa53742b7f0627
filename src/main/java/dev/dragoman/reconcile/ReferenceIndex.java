package dev.dragoman.reconcile;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Who needs whom, both ways. Thread-safe. */
final class ReferenceIndex implements References {
    /** What the index asks of its surroundings. Called under the lock of the index: no blocking. */
    interface Surroundings {
        /** The key is needed from now on by somebody, or by nobody any more. */
        void needed(ObjectKey key, boolean yes);

        /** Whether the needed object changed since the running pass of the dependant began. */
        boolean changedDuringPass(ObjectKey dependant, ObjectKey needed);

        /** The dependant has to be visited. */
        void visit(ObjectKey dependant);
    }

    private final Surroundings surroundings;
    private final Map<ObjectKey, Set<ObjectKey>> needs = new HashMap<>();

    /** Changed under the lock, read without. */
    private final Map<ObjectKey, Set<ObjectKey>> neededBy = new ConcurrentHashMap<>();

    ReferenceIndex(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public synchronized void set(ObjectKey dependant, Set<ObjectKey> needed) {
        var before = needs.getOrDefault(dependant, Set.of());
        if (before.equals(needed)) {
            return;
        }
        var now = Set.copyOf(needed);
        for (var key : now) {
            if (before.contains(key)) {
                continue;
            }
            boolean first = !neededBy.containsKey(key);
            neededBy.computeIfAbsent(key, any -> ConcurrentHashMap.newKeySet(2)).add(dependant);
            if (first) {
                surroundings.needed(key, true);
            }
            // the pass may have read it before the change, and its event found no dependant
            if (surroundings.changedDuringPass(dependant, key)) {
                surroundings.visit(dependant);
            }
        }
        for (var key : before) {
            if (!now.contains(key)) {
                release(dependant, key);
            }
        }
        if (now.isEmpty()) {
            needs.remove(dependant);
        } else {
            needs.put(dependant, now);
        }
    }

    /**
     * The object changed, appeared or vanished: all who need it are visited. Takes no lock: who
     * says so is an informer, which may list on the thread that opens it, under the locks of
     * watches that {@link #set} opens and closes. Whoever is added at this moment asks for changes
     * after that.
     */
    void changed(ObjectKey needed) {
        neededBy.getOrDefault(needed, Set.of()).forEach(surroundings::visit);
    }

    /** As {@link #changed}, for all selected keys that somebody needs. */
    void changedWhere(Predicate<ObjectKey> needed) {
        neededBy.forEach(
                (key, dependants) -> {
                    if (needed.test(key)) {
                        dependants.forEach(surroundings::visit);
                    }
                });
    }

    /** Forgets dependants, as when their kind is gone. */
    synchronized void drop(Predicate<ObjectKey> dependants) {
        needs.keySet().stream().filter(dependants).toList().forEach(this::clear);
    }

    /** Hands over all selected keys that somebody needs. */
    synchronized void eachNeeded(Predicate<ObjectKey> which, Consumer<ObjectKey> then) {
        neededBy.keySet().stream().filter(which).toList().forEach(then);
    }

    private void release(ObjectKey dependant, ObjectKey key) {
        var left = neededBy.get(key);
        left.remove(dependant);
        if (left.isEmpty()) {
            neededBy.remove(key);
            surroundings.needed(key, false);
        }
    }
}
