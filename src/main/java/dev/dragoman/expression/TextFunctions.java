package dev.dragoman.expression;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.List;

/**
 * Text functions whose results or work may be far larger than their arguments. They replace
 * functions of the library, which have no limit.
 */
final class TextFunctions {
    /** Maximum number of characters of a pattern. */
    private static final int PATTERN = 512;

    private static final java.util.regex.Pattern REPEAT =
            java.util.regex.Pattern.compile("\\{(\\d{1,9})(?:,(\\d{0,9}))?}");

    /** Maximum size of a pattern whose repetitions are written out, in parts. */
    private static final int PARTS = 20_000;

    /** Number of steps of a search that cost one unit. */
    private static final int STEPS = 64;

    private TextFunctions() {}

    static String format(String format, List<?> arguments) {
        return TextFormat.of(format, arguments, Meter.CURRENT.get());
    }

    static String join(List<?> texts, String separator) {
        var meter = Meter.CURRENT.get();
        var out = new StringBuilder();
        var before = "";
        for (Object each : texts) {
            if (!(each instanceof String text)) {
                throw new Refused("the list to join has a value that is not a text");
            }
            meter.add(1);
            limit(meter, (long) out.length() + before.length() + text.length());
            out.append(before).append(text);
            before = separator;
        }
        return out.toString();
    }

    /**
     * Replaces parts of a text.
     *
     * @param most maximum number of replacements; a negative number for no limit
     */
    static String replace(String text, String old, String by, long most) {
        var meter = Meter.CURRENT.get();
        var out = new StringBuilder();
        int from = 0;
        long left = most < 0 ? Long.MAX_VALUE : most;
        for (; left > 0; left--) {
            // an empty text is found before each character, and after the last
            int found = old.isEmpty() ? from : text.indexOf(old, from);
            if (found < 0) {
                break;
            }
            meter.add(1);
            limit(meter, (long) out.length() + found - from + by.length());
            out.append(text, from, found).append(by);
            from = found + old.length();
            if (old.isEmpty()) {
                if (from == text.length()) {
                    break;
                }
                int next = text.offsetByCodePoints(from, 1);
                out.append(text, from, next);
                from = next;
            }
        }
        limit(meter, (long) out.length() + text.length() - from);
        return out.append(text, from, text.length()).toString();
    }

    private static void limit(Meter meter, long length) {
        if (length > Meter.LONGEST) {
            meter.text(length);
        }
    }

    /** Whether a part of the text matches the pattern. */
    static boolean matches(String text, String pattern) {
        long size = pattern.length() > PATTERN ? Long.MAX_VALUE : size(pattern);
        if (size > PARTS) {
            throw new Refused(
                    "the pattern has more than %d characters, or more than %d parts when its repetitions are written out"
                            .formatted(PATTERN, PARTS));
        }
        // the parts are made, and each of them may be looked at for each character
        Meter.CURRENT.get().add(size + text.length() * size / STEPS);
        try {
            return Pattern.compile(pattern).matcher(text).find();
        } catch (PatternSyntaxException wrong) {
            // the cause is dropped: it shows the pattern, which may be a secret
            throw new Refused("the pattern is no regular expression of RE2");
        }
    }

    /**
     * An upper bound of the pattern's parts when the library has written out its repetitions. The
     * repetitions of a group may be nested, so their counts are multiplied. Others repeat one
     * character or class, so their counts are added.
     */
    static long size(String pattern) {
        // what stands between \\Q and \\E may be nothing
        boolean nested = pattern.contains("){") || pattern.contains("\\Q");
        long product = 1;
        long sum = 0;
        for (var found = REPEAT.matcher(pattern); found.find(); ) {
            long most = Math.max(number(found.group(1)), number(found.group(2)));
            product = Math.min(Integer.MAX_VALUE, product * Math.max(1, most));
            sum += most;
        }
        return pattern.length() * (nested ? product : 1) + sum;
    }

    private static long number(String digits) {
        return digits == null || digits.isEmpty() ? 0 : Long.parseLong(digits);
    }
}
