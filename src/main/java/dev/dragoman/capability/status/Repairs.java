package dev.dragoman.capability.status;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Repairs of the same fields, without a change by the user between them: somebody else writes these
 * fields again and again. The first few repairs of a field are made at once, the others after
 * growing pauses. Immutable; takes a few hundred bytes in the status of an object.
 *
 * @param times number of repairs by field; empty when nothing was repaired
 * @param last when the last repair was made
 */
public record Repairs(Map<String, Integer> times, Instant last) {
    /** Type of the condition that tells of it. */
    public static final String CONDITION = "RepairsDoNotHold";

    /** Reason of that condition. */
    public static final String REASON = "WrittenAgain";

    /**
     * Repairs without a pause: a colleague who changes something in the portal is no reason to
     * wait.
     */
    static final int AT_ONCE = 3;

    private static final Duration FIRST_PAUSE = Duration.ofMinutes(10);
    private static final Duration LONGEST_PAUSE = Duration.ofDays(1);

    /** Doublings after which the longest pause is reached. */
    private static final int DOUBLINGS = 8;

    /** A repair that was not undone for so long has held. */
    private static final Duration HELD = Duration.ofHours(1);

    /** Most fields that are remembered: those that were repaired most often. */
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

    /** Reads what {@link #toStatus} has written; anything else counts as no repairs. */
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

    /** The form in a status. */
    public Map<String, Object> toStatus() {
        var out = new LinkedHashMap<String, Object>();
        out.put("times", times);
        out.put("last", last.toString());
        return out;
    }

    /** Whether these fields may be repaired now. If one of them need not wait, all are repaired. */
    public boolean may(List<String> fields, Instant now) {
        return !failing().containsAll(fields) || ahead(now) || !now.isBefore(next());
    }

    /** Whether the last repair was noted by a clock that was ahead, perhaps by years. */
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

    /** The repairs after these fields were repaired once more. */
    public Repairs repaired(List<String> fields, Instant now) {
        var all = new TreeMap<>(times);
        fields.forEach(each -> all.merge(each, 1, Integer::sum));
        return new Repairs(all, now);
    }

    /** The repairs after a look that found nothing to repair. */
    public Repairs held(Instant now) {
        if (ahead(now)) {
            return new Repairs(times, now);
        }
        var enough = pause().multipliedBy(2);
        return now.isAfter(last.plus(enough.compareTo(HELD) > 0 ? enough : HELD)) ? NONE : this;
    }

    /** Fields whose repairs do not hold, sorted. */
    public List<String> failing() {
        return times.entrySet().stream()
                .filter(each -> each.getValue() >= AT_ONCE)
                .map(Map.Entry::getKey)
                .toList();
    }
}
