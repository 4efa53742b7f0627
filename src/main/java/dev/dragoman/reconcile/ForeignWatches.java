package dev.dragoman.reconcile;

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
 * How many watches the objects of one namespace may have opened in other namespaces: whoever writes
 * objects names these, and each takes a connection's worth of memory. What is beyond is not
 * watched: who needs it looks again every few minutes. Not thread-safe.
 *
 * @param <W> what tells watches apart
 */
final class ForeignWatches<W> {
    /** Of one namespace. */
    static final int MOST = 100;

    /** Who needs what is not watched looks again after this time. */
    static final Duration LOOK = Duration.ofMinutes(5);

    /** At once, lest thousands look at the same moment. */
    private static final int LOOKS = 20;

    private static final Logger LOG = LoggerFactory.getLogger(ForeignWatches.class);

    /** What one that is not served needs, and when it last looked. */
    private record Unwatched(Set<ObjectKey> keys, Instant looked) {}

    private final InstantSource clock;

    /** By namespace the watches, each with the number of needs. */
    private final Map<String, Map<W, Integer>> open = new HashMap<>();

    /** Who looked longest ago comes first. */
    private final Map<Dependant, Unwatched> unwatched = new LinkedHashMap<>();

    private final Set<String> told = new HashSet<>();

    ForeignWatches(InstantSource clock) {
        this.clock = clock;
    }

    /** Whether the watch may be opened for it. */
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
                        "objects in {} name more than {} other namespaces: of those beyond no change is watched; they are looked at every {} minutes",
                        namespace,
                        MOST,
                        LOOK.toMinutes());
            }
            return false;
        }
        of.merge(watch, 1, Integer::sum);
        return true;
    }

    /** It is needed no more. */
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

    /** Who is to look again now. */
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
