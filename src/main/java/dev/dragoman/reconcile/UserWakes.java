package dev.dragoman.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Wakes that users ask for by the annotation {@link Changes#RECONCILE_AT}. Each one compares an
 * object with the outside world, which has limits for all. So a wake that comes too soon waits, and
 * none is lost. Holds at most one of each object, and one time of each namespace. Thread-safe.
 */
final class UserWakes {
    /** Time from one wake of an object to its next. */
    static final Duration OBJECT = Duration.ofSeconds(30);

    /** Time after which a namespace has one more. */
    static final Duration EACH = Duration.ofSeconds(6);

    /** Wakes that a namespace has at once. With one {@link #EACH} that is 20 in any minute. */
    static final int FREE = 10;

    /** What waits longer at the begin of a leadership, the leader before has done. */
    private static final Duration STALE = Duration.ofMinutes(1);

    /**
     * A wake of an object.
     *
     * @param at when it may begin, or has begun
     * @param open whether it is still to begin
     */
    private record Wake(Instant at, boolean open) {}

    private final Map<ObjectKey, Wake> wakes = new HashMap<>();

    /** When all wakes of a namespace are free again. */
    private final Map<String, Instant> clear = new HashMap<>();

    /** Adds a wake, unless one waits. Returns when it may begin. */
    synchronized Instant add(ObjectKey key, Instant now) {
        var last = wakes.get(key);
        if (last != null && last.open()) {
            // a later one than before, where nothing begins because another replica leads
            var at = later(last.at(), now);
            wakes.put(key, new Wake(at, true));
            return at;
        }
        wakes.values().removeIf(each -> !each.open() && !each.at().plus(OBJECT).isAfter(now));
        clear.values().removeIf(each -> !each.isAfter(now));
        var first = last == null ? now : later(now, last.at().plus(OBJECT));
        var next = later(first, clear.getOrDefault(key.namespace(), first)).plus(EACH);
        clear.put(key.namespace(), next);
        var at = later(first, next.minus(EACH.multipliedBy(FREE)));
        wakes.put(key, new Wake(at, true));
        return at;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** When the wake that waits may begin; empty when none waits. */
    synchronized Optional<Instant> waiting(ObjectKey key) {
        return Optional.ofNullable(wakes.get(key)).filter(Wake::open).map(Wake::at);
    }

    /** The object is compared now, so its wake does not wait any more. */
    synchronized void compared(ObjectKey key, Instant now) {
        wakes.computeIfPresent(key, (any, wake) -> new Wake(now, false));
    }

    /** This replica begins to lead. */
    synchronized void leads(Instant now) {
        wakes.values().removeIf(each -> each.at().isBefore(now.minus(STALE)));
    }

    synchronized void forget(Predicate<ObjectKey> which) {
        wakes.keySet().removeIf(which);
    }
}
