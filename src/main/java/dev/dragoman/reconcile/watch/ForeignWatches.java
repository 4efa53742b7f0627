package dev.dragoman.reconcile.watch;

import dev.dragoman.reconcile.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the watches that objects of one namespace may open in other namespaces. The authors of
 * objects choose these namespaces, and each watch takes the memory of a connection. Needs beyond
 * the limit are not watched; their dependants are reconciled every few minutes instead. Not
 * thread-safe.
 *
 * @param <W> identity of a watch
 */
final class ForeignWatches<W> {
    /** Maximum number of watches in other namespaces for the objects of one namespace. */
    static final int MOST = 100;

    /** Time between two reconciliations of a dependant that needs unwatched objects. */
    static final Duration LOOK = Duration.ofMinutes(5);

    /** Maximum number of dependants that {@link #due} returns, so that few run at once. */
    private static final int LOOKS = 20;

    private static final Logger LOG = LoggerFactory.getLogger(ForeignWatches.class);

    /** The unwatched objects that a dependant needs, and when {@link #due} last returned it. */
    private record Unwatched(Set<ObjectKey> keys, Instant looked) {}

    private final InstantSource clock;

    /** Watches by namespace of the dependants, each with the number of needs that it serves. */
    private final Map<String, Map<W, Integer>> open = new HashMap<>();

    /**
     * By dependant, in the order in which {@link #due} last returned the dependants, oldest first.
     */
    private final Map<Dependant, Unwatched> unwatched = new LinkedHashMap<>();

    private final Set<String> told = new HashSet<>();

    ForeignWatches(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Counts the need and returns true when the watch may be open for it; otherwise remembers the
     * need as unwatched.
     */
    boolean take(Dependant dependant, ObjectKey key, W watch) {
        if (!foreign(dependant, key)) {
            return true;
        }
        var namespace = dependant.key().namespace();
        var of = open.computeIfAbsent(namespace, any -> new HashMap<>());
        if (of.size() >= MOST && !of.containsKey(watch)) {
            unwatched
                    .computeIfAbsent(
                            dependant, any -> new Unwatched(new HashSet<>(), clock.instant()))
                    .keys()
                    .add(key);
            if (told.add(namespace)) {
                LOG.warn(
                        "objects in {} refer to more than {} other namespaces. Changes in further namespaces are not watched: objects that need them are reconciled every {} minutes",
                        namespace,
                        MOST,
                        LOOK.toMinutes());
            }
            return false;
        }
        of.merge(watch, 1, Integer::sum);
        return true;
    }

    /** The dependant no longer needs the key. */
    void release(Dependant dependant, ObjectKey key, W watch) {
        var waiting = unwatched.get(dependant);
        if (waiting != null && waiting.keys().remove(key)) {
            if (waiting.keys().isEmpty()) {
                unwatched.remove(dependant);
            }
            return;
        }
        var namespace = dependant.key().namespace();
        var of = open.get(namespace);
        if (of != null && foreign(dependant, key)) {
            of.computeIfPresent(watch, (any, needs) -> needs > 1 ? needs - 1 : null);
            if (of.isEmpty()) {
                open.remove(namespace);
                told.remove(namespace);
            }
        }
    }

    /** The dependants that are to be reconciled now. */
    List<Dependant> due() {
        var now = clock.instant();
        var due = new ArrayList<Dependant>();
        for (var each : unwatched.entrySet()) {
            if (due.size() == LOOKS || each.getValue().looked().plus(LOOK).isAfter(now)) {
                break;
            }
            due.add(each.getKey());
        }
        for (var each : due) {
            unwatched.put(each, new Unwatched(unwatched.remove(each).keys(), now));
        }
        return due;
    }

    private static boolean foreign(Dependant dependant, ObjectKey key) {
        var from = dependant.key().namespace();
        return !from.isEmpty() && !key.namespace().isEmpty() && !from.equals(key.namespace());
    }
}
