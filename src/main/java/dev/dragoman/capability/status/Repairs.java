package dev.dragoman.capability.status;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Counts repairs of the same fields that somebody else changes again and again. The first repairs
 * of a field are made at once, later ones after growing pauses. A change of the spec starts the
 * count again. Immutable; takes a few hundred bytes in the status of an object.
 *
 * @param times number of repairs by field; empty when nothing was repaired
 * @param last time of the last repair
 */
public record Repairs(Map<String, Integer> times, Instant last) {
    /** Type of the condition that reports repairs that do not last. */
    public static final String CONDITION = "RepairsDoNotHold";

    /** Reason of the condition {@link #CONDITION}. */
    private static final String REASON = "WrittenAgain";

    /**
     * Number of repairs of a field without a pause. People who change a resource in the portal are
     * expected to cause no more repairs than this.
     */
    static final int AT_ONCE = 3;

    private static final Duration FIRST_PAUSE = Duration.ofMinutes(10);
    private static final Duration LONGEST_PAUSE = Duration.ofDays(1);

    /** Doublings after which the longest pause is reached. */
    private static final int DOUBLINGS = 8;

    /** Shortest time after which a repair that was not undone counts as lasting. */
    private static final Duration HELD = Duration.ofHours(1);

    /** Maximum number of fields that are stored: those that were repaired most often. */
    private static final int NAMED = 20;

    private static final Comparator<Map.Entry<String, Integer>> OFTEN_FIRST =
            Map.Entry.<String, Integer>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey());

    public static final Repairs NONE = new Repairs(Map.of(), Instant.EPOCH);

    public Repairs {
        var most = new TreeMap<String, Integer>();
        times.entrySet().stream()
                .sorted(OFTEN_FIRST)
                .limit(NAMED)
                .forEach(each -> most.put(each.getKey(), each.getValue()));
        times = Collections.unmodifiableMap(most);
    }

    /** Reads what {@link #toStatus} has written; {@link #NONE} for a value of another form. */
    public static Repairs of(Object status) {
        if (!(status instanceof Map<?, ?> map) || !(map.get("times") instanceof Map<?, ?> shown)) {
            return NONE;
        }
        var times = new TreeMap<String, Integer>();
        shown.forEach(
                (field, count) -> {
                    if (count instanceof Number number && number.intValue() > 0) {
                        times.put(String.valueOf(field), number.intValue());
                    }
                });
        try {
            return times.isEmpty()
                    ? NONE
                    : new Repairs(times, Instant.parse(String.valueOf(map.get("last"))));
        } catch (DateTimeParseException e) {
            return NONE;
        }
    }

    /** The form that is stored in a status. */
    public Map<String, Object> toStatus() {
        var out = new LinkedHashMap<String, Object>();
        out.put("times", times);
        out.put("last", last.toString());
        return out;
    }

    /**
     * Whether these fields may be repaired now. They may when at least one of them needs no pause.
     */
    public boolean may(List<String> fields, Instant now) {
        return !failing().containsAll(fields) || ahead(now) || !now.isBefore(next());
    }

    /** Whether the time of the last repair is in the future, because the clock was ahead then. */
    private boolean ahead(Instant now) {
        return last.isAfter(now);
    }

    /** Earliest time of the next repair of the field that was repaired most often. */
    public Instant next() {
        return last.plus(pause());
    }

    private Duration pause() {
        if (most() < AT_ONCE) {
            return Duration.ZERO;
        }
        var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(most() - AT_ONCE, DOUBLINGS));
        return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }

    /** Number of repairs of the field that was repaired most often. */
    public int most() {
        return times.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    /** A copy that counts one more repair of each of these fields. */
    public Repairs repaired(List<String> fields, Instant now) {
        var all = new TreeMap<>(times);
        fields.forEach(each -> all.merge(each, 1, Integer::sum));
        return new Repairs(all, now);
    }

    /**
     * The repairs after a comparison that found nothing to repair: {@link #NONE} once the last
     * repair has lasted twice the pause, and at least an hour.
     */
    public Repairs held(Instant now) {
        if (ahead(now)) {
            return new Repairs(times, now);
        }
        var enough = pause().multipliedBy(2);
        return now.isAfter(last.plus(enough.compareTo(HELD) > 0 ? enough : HELD)) ? NONE : this;
    }

    /**
     * The condition that says that repairs do not last; empty while they do.
     *
     * @param message names what to do
     * @param generation generation of the object that the condition describes
     */
    public Optional<Condition> condition(Supplier<String> message, long generation) {
        return failing().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Condition(
                                CONDITION,
                                true,
                                Condition.Severity.WARNING,
                                REASON,
                                message.get(),
                                generation));
    }

    /** Fields that were repaired so often that the next repair needs a pause, sorted. */
    public List<String> failing() {
        return times.entrySet().stream()
                .filter(each -> each.getValue() >= AT_ONCE)
                .map(Map.Entry::getKey)
                .toList();
    }
}
