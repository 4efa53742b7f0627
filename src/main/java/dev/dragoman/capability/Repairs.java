package dev.dragoman.capability;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Repairs of the same fields in a row, with nothing that the user has changed between them:
 * somebody else writes them again and again. The first few are made at once, the others after
 * growing pauses. Immutable; a few hundred bytes in the status of an object.
 *
 * @param what fields that were repaired, sorted; none when nothing was
 * @param times how often in a row
 * @param last when the last one was made
 */
public record Repairs(List<String> what, int times, Instant last) {
    public static final Repairs NONE = new Repairs(List.of(), 0, Instant.EPOCH);

    /** So many are made without a pause: a colleague at the portal is no reason to wait. */
    static final int AT_ONCE = 3;

    private static final Duration FIRST_PAUSE = Duration.ofMinutes(10);
    private static final Duration LONGEST_PAUSE = Duration.ofDays(1);

    /** Doublings after which the longest pause is reached. */
    private static final int DOUBLINGS = 8;

    /** A repair that was not undone for so long held. */
    private static final Duration HELD = Duration.ofHours(1);

    /** Fields that are remembered. */
    private static final int NAMED = 20;

    public Repairs {
        what = what.stream().sorted().limit(NAMED).toList();
    }

    /** Reads what {@link #toStatus} has written; whatever else stands there is nothing. */
    public static Repairs of(Object status) {
        if (!(status instanceof Map<?, ?> map)
                || !(map.get("what") instanceof List<?> what)
                || !(map.get("times") instanceof Number times)
                || times.intValue() < 1) {
            return NONE;
        }
        try {
            return new Repairs(
                    what.stream().map(String::valueOf).toList(),
                    times.intValue(),
                    Instant.parse(String.valueOf(map.get("last"))));
        } catch (DateTimeParseException e) {
            return NONE;
        }
    }

    /** The form that it has in a status. */
    public Map<String, Object> toStatus() {
        var out = new LinkedHashMap<String, Object>();
        out.put("what", what);
        out.put("times", times);
        out.put("last", last.toString());
        return out;
    }

    /** Whether these fields may be repaired now. */
    public boolean may(List<String> fields, Instant now) {
        return !again(fields) || !now.isBefore(next());
    }

    /** When the same fields are repaired next, at the earliest. */
    public Instant next() {
        return last.plus(pause());
    }

    private Duration pause() {
        if (times < AT_ONCE) {
            return Duration.ZERO;
        }
        var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(times - AT_ONCE, DOUBLINGS));
        return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }

    private boolean again(List<String> fields) {
        return !Collections.disjoint(what, fields);
    }

    /** After these fields were repaired. */
    public Repairs repaired(List<String> fields, Instant now) {
        return new Repairs(fields, again(fields) ? times + 1 : 1, now);
    }

    /** After a look that found nothing to repair. */
    public Repairs held(Instant now) {
        var enough = pause().multipliedBy(2);
        return now.isAfter(last.plus(enough.compareTo(HELD) > 0 ? enough : HELD)) ? NONE : this;
    }

    /** Whether repairs do not hold. */
    public boolean fail() {
        return times >= AT_ONCE;
    }
}
