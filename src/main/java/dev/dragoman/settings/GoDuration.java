package dev.dragoman.settings;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads durations as Go writes them ({@code 1h30m}, {@code 500ms}), the syntax of the settings. */
public final class GoDuration {
    private static final Pattern PART =
            Pattern.compile("(\\d+(?:\\.\\d*)?|\\.\\d+)(ns|us|µs|ms|s|m|h)");
    private static final Map<String, Long> NANOS =
            Map.of(
                    "ns", 1L,
                    "us", 1_000L,
                    "µs", 1_000L,
                    "ms", 1_000_000L,
                    "s", 1_000_000_000L,
                    "m", 60_000_000_000L,
                    "h", 3_600_000_000_000L);

    /** Largest number of characters: calculations with very long numbers take much time. */
    private static final int LONGEST = 100;

    private GoDuration() {}

    /**
     * Reads a duration.
     *
     * @throws IllegalArgumentException when the text is not a duration in that syntax
     */
    public static Duration parse(String text) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "a duration has at most %d characters".formatted(LONGEST));
        }
        var matcher = PART.matcher(text);
        var total = BigDecimal.ZERO;
        int end = 0;
        while (matcher.find() && matcher.start() == end) {
            var unit = BigDecimal.valueOf(NANOS.get(matcher.group(2)));
            total = total.add(new BigDecimal(matcher.group(1)).multiply(unit));
            end = matcher.end();
        }
        if (end == 0 || end != text.length()) {
            throw new IllegalArgumentException(
                    "'%s' is not a duration; write it like 1h, 15m or 1h30m".formatted(text));
        }
        try {
            return Duration.ofNanos(total.longValueExact());
        } catch (ArithmeticException tooLong) {
            throw new IllegalArgumentException("'%s' is too long".formatted(text), tooLong);
        }
    }
}
