package dev.dragoman.reconcile;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** Who needs whom, both ways, for each subscription apart. Thread-safe. */
final class ReferenceIndex implements References {
    /** What the index asks of its watches. Called under the lock of the index: no blocking. */
    interface Watches {
        /** The dependant needs the key from now on, or not any more. */
        void needed(Dependant dependant, ObjectKey key, boolean yes);

        /**
         * Whether the needed object changed since the running reconciliation of the dependant
         * began.
         */
        boolean changedDuringReconciliation(Dependant dependant, ObjectKey needed);

        /** The dependant has to be reconciled. */
        void wake(Dependant dependant);

        /** The version in which a watch shows the needed object; empty where none shows it yet. */
        default Optional<String> shown(Dependant dependant, ObjectKey needed) {
            return Optional.empty();
        }
    }

    private final Watches watches;
    private final Map<Dependant, Set<ObjectKey>> needs = new HashMap<>();

    /** Changed under the lock, read without. */
    private final Map<ObjectKey, Needed> neededBy = new ConcurrentHashMap<>();

    /** What dependants know of what they need, until a watch shows it. Read without the lock. */
    private final Map<Dependant, Map<ObjectKey, String>> known = new ConcurrentHashMap<>();

    ReferenceIndex(Watches watches) {
        this.watches = watches;
    }

    @Override
    public void set(ObjectKey dependant, Set<ObjectKey> needed) {
        set(new Dependant(Acting.subscription(), dependant), needed);
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
     * Whether the dependant knows the needed object in this version or a later one. Takes no lock.
     */
    boolean knows(Dependant dependant, ObjectKey needed, String resourceVersion) {
        var version = known.getOrDefault(dependant, Map.of()).get(needed);
        return version != null
                && (version.equals(resourceVersion)
                        || ResourceVersions.older(resourceVersion, version));
    }

    /** Dependants that know more than watches have shown. */
    Set<Dependant> ahead() {
        return Set.copyOf(known.keySet());
    }

    /**
     * Forgets what watches show by now. Not while a reconciliation of the dependant runs: an event
     * that came meanwhile is compared with it at its end.
     */
    synchronized void settle(Dependant dependant) {
        known.computeIfPresent(
                dependant,
                (any, all) -> {
                    var left = new HashMap<>(all);
                    left.entrySet()
                            .removeIf(
                                    each ->
                                            watches.shown(dependant, each.getKey())
                                                    .filter(
                                                            version ->
                                                                    !ResourceVersions.older(
                                                                            version,
                                                                            each.getValue()))
                                                    .isPresent());
                    return left.isEmpty() ? null : Map.copyOf(left);
                });
    }

    /** Replaces what the key needs for the subscription. */
    synchronized void set(Dependant dependant, Set<ObjectKey> needed) {
        var before = needs.getOrDefault(dependant, Set.of());
        if (before.equals(needed)) {
            return;
        }
        var now = KeySets.of(needed.stream().map(this::known).toList());
        for (var key : now) {
            if (before.contains(key)) {
                continue;
            }
            neededBy.computeIfAbsent(key, Needed::new).add(dependant);
            watches.needed(dependant, key, true);
            // the reconciliation may have read it before the change, and its event found no
            // dependant
            if (watches.changedDuringReconciliation(dependant, key)) {
                watches.wake(dependant);
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

    /** The key as it was first written, so that a thousand who need one object hold one key. */
    private ObjectKey known(ObjectKey key) {
        var needed = neededBy.get(key);
        return needed == null ? key : needed.key;
    }

    /**
     * The object changed, appeared or vanished: all who need it are reconciled. Takes no lock: who
     * says so is an informer, which may list on the thread that opens it, under the locks of
     * watches that {@link #set} opens and closes. Whoever is added at this moment asks for changes
     * after that.
     */
    void changed(ObjectKey needed) {
        dependants(needed).forEach(watches::wake);
    }

    /** Who needs the key now. Takes no lock. */
    Set<Dependant> dependants(ObjectKey needed) {
        var found = neededBy.get(needed);
        return found == null ? Set.of() : found.by;
    }

    /** As {@link #changed}, for all selected keys that somebody needs. */
    void changedWhere(Predicate<ObjectKey> needed) {
        neededBy.forEach(
                (key, found) -> {
                    if (needed.test(key)) {
                        found.by.forEach(watches::wake);
                    }
                });
    }

    /** Forgets dependants, as when their kind is gone. */
    synchronized void drop(Predicate<Dependant> dependants) {
        needs.keySet().stream().filter(dependants).toList().forEach(each -> set(each, Set.of()));
    }

    /** Hands over each dependant with each selected key that it needs. */
    synchronized void eachNeeded(
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

    /** Who needs one object. Changed under the lock of the index, read without. */
    private static final class Needed {
        final ObjectKey key;

        /**
         * Of one dependant, as most have, an immutable set, which is a tenth of the other's size.
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

        /** To be called for one that was added. */
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
