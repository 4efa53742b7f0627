package dev.dragoman.reconcile.cache;

import static java.util.stream.Collectors.toUnmodifiableSet;

import dev.dragoman.reconcile.Acting;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.References;
import dev.dragoman.reconcile.watch.Dependant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Which objects need which other objects, in both directions, separately for each subscription.
 * Thread-safe.
 */
public final class ReferenceIndex implements References {
    /**
     * The watches of needed objects, as the index uses them. Called under the lock of the index:
     * must not block.
     */
    public interface Watches {
        /** The dependant needs the key from now on, or no longer. */
        void needed(Dependant dependant, ObjectKey key, boolean yes);

        /**
         * Whether the needed object changed since the running reconciliation of the dependant
         * began.
         */
        boolean changedDuringReconciliation(Dependant dependant, ObjectKey needed);

        /** Queues the dependant. */
        void wake(Dependant dependant);

        /**
         * The version of the needed object that a watch shows; empty where no watch shows the
         * object yet.
         */
        default Optional<String> shown(Dependant dependant, ObjectKey needed) {
            return Optional.empty();
        }
    }

    private final Watches watches;
    private final Map<Dependant, Set<ObjectKey>> needs = new HashMap<>();

    /** Dependants that read whole statuses. Read without the lock. */
    private final Set<Dependant> reading = ConcurrentHashMap.newKeySet();

    /** Changed under the lock, read without it. */
    private final Map<ObjectKey, Needed> neededBy = new ConcurrentHashMap<>();

    /**
     * Versions of needed objects that dependants know, until a watch shows them. Read without the
     * lock.
     */
    private final Map<Dependant, Map<ObjectKey, String>> known = new ConcurrentHashMap<>();

    public ReferenceIndex(Watches watches) {
        this.watches = watches;
    }

    @Override
    public void set(ObjectKey dependant, Set<ObjectKey> needed) {
        set(new Dependant(Acting.subscription(), dependant), needed);
    }

    @Override
    public void set(ObjectKey dependant, Set<ObjectKey> needed, boolean whole) {
        if (whole && !needed.isEmpty()) {
            reading.add(new Dependant(Acting.subscription(), dependant));
        }
        set(dependant, needed);
    }

    @Override
    public void saw(ObjectKey dependant, ObjectKey needed, String resourceVersion) {
        saw(new Dependant(Acting.subscription(), dependant), needed, resourceVersion);
    }

    synchronized void saw(Dependant dependant, ObjectKey needed, String resourceVersion) {
        if (!needs.getOrDefault(dependant, Set.of()).contains(needed)) {
            return;
        }
        known.merge(
                dependant,
                Map.of(needed, resourceVersion),
                (before, now) -> {
                    var all = new HashMap<>(before);
                    all.putAll(now);
                    return Map.copyOf(all);
                });
    }

    /**
     * Whether the dependant knows this version of the needed object, or a later one. Takes no lock.
     */
    public boolean knows(Dependant dependant, ObjectKey needed, String resourceVersion) {
        var version = known.getOrDefault(dependant, Map.of()).get(needed);
        return version != null
                && (version.equals(resourceVersion)
                        || ResourceVersions.older(resourceVersion, version));
    }

    /** Dependants that know versions which watches have not shown yet. */
    public Set<Dependant> ahead() {
        return Set.copyOf(known.keySet());
    }

    /**
     * Forgets the versions that the dependant knows and that watches already show. Not to be called
     * while a reconciliation of the dependant runs: at its end, events that came meanwhile are
     * compared with these versions.
     */
    public synchronized void settle(Dependant dependant) {
        known.computeIfPresent(
                dependant,
                (any, all) -> {
                    var left = new HashMap<>(all);
                    left.entrySet()
                            .removeIf(each -> isShown(dependant, each.getKey(), each.getValue()));
                    return left.isEmpty() ? null : Map.copyOf(left);
                });
    }

    private boolean isShown(Dependant dependant, ObjectKey key, String version) {
        return watches.shown(dependant, key)
                .filter(each -> !ResourceVersions.older(each, version))
                .isPresent();
    }

    /** Forgets all versions that dependants know. */
    public void forgetKnown() {
        known.clear();
    }

    /** Replaces the set of objects that the dependant needs. */
    public synchronized void set(Dependant dependant, Set<ObjectKey> needed) {
        var before = needs.getOrDefault(dependant, Set.of());
        if (before.equals(needed)) {
            return;
        }
        var now = KeySets.of(needed.stream().map(this::shared).toList());
        for (var key : now) {
            if (before.contains(key)) {
                continue;
            }
            neededBy.computeIfAbsent(key, Needed::new).add(dependant);
            watches.needed(dependant, key, true);
            // the reconciliation may have read the object before it changed, and the event found no
            // dependant
            if (key.name().isEmpty() || watches.changedDuringReconciliation(dependant, key)) {
                watches.wake(dependant);
            }
        }
        for (var key : before) {
            if (!now.contains(key)) {
                release(dependant, key);
            }
        }
        if (now.isEmpty()) {
            reading.remove(dependant);
            needs.remove(dependant);
        } else {
            needs.put(dependant, now);
        }
    }

    /**
     * The equal key that the index already holds, if any, so that all dependants of an object share
     * one key.
     */
    private ObjectKey shared(ObjectKey key) {
        var needed = neededBy.get(key);
        return needed == null ? key : needed.key;
    }

    /**
     * Queues every dependant of an object that changed, appeared or vanished. Takes no lock: the
     * caller is an informer, which may run its first list on the thread that opens it. That thread
     * may hold locks of watches that {@link #set} opens and closes. For a dependant that is added
     * at this moment, {@link #set} checks for earlier changes.
     */
    public void changed(ObjectKey needed) {
        dependants(needed).forEach(watches::wake);
        dependants(ObjectKey.any(needed.group(), needed.kind())).forEach(watches::wake);
    }

    /**
     * As {@link #changed}, after a change of the status alone: queues the dependants that read
     * whole statuses.
     */
    public void changedStatus(ObjectKey needed) {
        dependants(needed).stream().filter(reading::contains).forEach(watches::wake);
    }

    /** The dependants that need the key. Takes no lock. */
    public Set<Dependant> dependants(ObjectKey needed) {
        var found = neededBy.get(needed);
        return found == null ? Set.of() : found.by;
    }

    /** As {@link #changed}, for all matching keys that a dependant needs. */
    public void changedWhere(Predicate<ObjectKey> needed) {
        neededBy.forEach(
                (key, found) -> {
                    if (needed.test(key)) {
                        found.by.forEach(watches::wake);
                    }
                });
    }

    /** Forgets dependants, for example because their kind was deleted. */
    public synchronized void drop(Predicate<Dependant> dependants) {
        needs.keySet().stream().filter(dependants).toList().forEach(each -> set(each, Set.of()));
    }

    /** Passes on each dependant with each matching key that it needs. */
    public synchronized void eachNeeded(
            Predicate<ObjectKey> which, BiConsumer<Dependant, ObjectKey> then) {
        neededBy.forEach(
                (key, found) -> {
                    if (which.test(key)) {
                        found.by.forEach(each -> then.accept(each, key));
                    }
                });
    }

    private void release(Dependant dependant, ObjectKey key) {
        var left = neededBy.get(key);
        left.remove(dependant);
        if (left.by.isEmpty()) {
            neededBy.remove(key);
        }
        watches.needed(dependant, key, false);
        known.computeIfPresent(
                dependant,
                (any, all) -> {
                    var rest = new HashMap<>(all);
                    rest.remove(key);
                    return rest.isEmpty() ? null : Map.copyOf(rest);
                });
    }

    /**
     * The dependants that need one object. Changed under the lock of the index, read without it.
     */
    private static final class Needed {
        final ObjectKey key;

        /**
         * Immutable for a single dependant, the usual case: such a set takes a tenth of the memory.
         */
        volatile Set<Dependant> by = Set.of();

        Needed(ObjectKey key) {
            this.key = key;
        }

        void add(Dependant dependant) {
            if (by.isEmpty()) {
                by = Set.of(dependant);
            } else if (by.size() == 1) {
                var more = ConcurrentHashMap.<Dependant>newKeySet(2);
                more.addAll(by);
                more.add(dependant);
                by = more;
            } else {
                by.add(dependant);
            }
        }

        /** Removes a dependant that was added. */
        void remove(Dependant dependant) {
            if (by.size() > 2) {
                by.remove(dependant);
            } else {
                by =
                        by.stream()
                                .filter(each -> !each.equals(dependant))
                                .collect(toUnmodifiableSet());
            }
        }
    }
}
