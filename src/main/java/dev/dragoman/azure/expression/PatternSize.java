package dev.dragoman.azure.expression;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The size of a regular expression of RE2 whose repetitions are written out, as the library does:
 * {@code (ab){1000}} has 2,000 parts. An upper bound, known before the library makes the parts.
 * Confined to one call.
 */
final class PatternSize {
    /** Parts of a class of characters: its ranges, of which those of a script have many. */
    private static final int CLASS = 8;

    /** Parts that a group or an alternative adds. */
    private static final int GROUP = 3;

    private final String pattern;

    /** Sizes of the groups that are open, outermost first, without the part that was read last. */
    private final Deque<Long> outer = new ArrayDeque<>();

    private long size;
    private long last;
    private int at;

    private PatternSize(String pattern) {
        this.pattern = pattern;
    }

    /** The number of parts; right for patterns that the library accepts. */
    static long of(String pattern) {
        return new PatternSize(pattern).size();
    }

    private long size() {
        while (at < pattern.length()) {
            char next = pattern.charAt(at++);
            switch (next) {
                case '(' -> {
                    outer.push(size + last);
                    size = 0;
                    last = GROUP;
                }
                case ')' -> {
                    last += size;
                    size = outer.isEmpty() ? 0 : outer.pop();
                }
                case '[' -> {
                    int end = end();
                    part(CLASS + end - at);
                    at = end;
                }
                case '\\' -> escape();
                case '{' -> last = repeated();
                case '*', '+', '?' -> last += GROUP;
                case '|' -> part(GROUP);
                default -> part(1);
            }
        }
        return outer.stream().mapToLong(Long::longValue).sum() + size + last;
    }

    private void part(long parts) {
        size += last;
        last = parts;
    }

    /** Where the class that begins here ends; a bracket at its beginning belongs to it. */
    private int end() {
        int from = pattern.startsWith("^", at) ? at + 2 : at + 1;
        for (int i = from; i < pattern.length(); i++) {
            if (pattern.charAt(i) == '\\') {
                i++;
            } else if (pattern.startsWith("[:", i) && pattern.indexOf(":]", i) > 0) {
                i = pattern.indexOf(":]", i) + 1;
            } else if (pattern.charAt(i) == ']') {
                return i + 1;
            }
        }
        return pattern.length();
    }

    /** An escape: a quotation, a class, or one character. */
    private void escape() {
        if (pattern.startsWith("Q", at)) {
            int end = pattern.indexOf("\\E", at);
            int until = end < 0 ? pattern.length() : end;
            part(until - at);
            at = end < 0 ? until : end + 2;
        } else {
            part(CLASS);
            // of \x{10FFFF} and \p{Greek} the braces are no repetition
            at++;
            if (pattern.startsWith("{", at) && "xpP".indexOf(pattern.charAt(at - 1)) >= 0) {
                int end = pattern.indexOf('}', at);
                at = end < 0 ? pattern.length() : end + 1;
            }
        }
    }

    /** The size of the last part with its repetition; braces that are none are characters. */
    private long repeated() {
        int end = pattern.indexOf('}', at);
        var counts = end < 0 ? "" : pattern.substring(at, end);
        if (!counts.matches("\\d{1,9}(,\\d{0,9})?")) {
            size += last;
            return 1;
        }
        at = end + 1;
        long most = 0;
        for (var each : counts.split(",", 0)) {
            most = Math.max(most, Long.parseLong(each));
        }
        return Math.min(Integer.MAX_VALUE, (last + GROUP) * Math.max(1, most));
    }
}
