package dev.dragoman.kube.object;

import java.nio.charset.StandardCharsets;

/**
 * Shortens texts that others wrote, before they are repeated in a status, an Event or a log. An
 * annotation may have a quarter of a megabyte, a field of a spec more, and an answer any length.
 * Pure.
 */
public final class Excerpt {
    /** Largest number of characters of a condition's message. */
    public static final int CONDITION = 4096;

    /** Largest number of characters of one log entry, without its stack trace. */
    public static final int LOG = 8192;

    /** Largest number of characters of a value that a message repeats. */
    private static final int VALUE = 40;

    private static final String GAP = "…";

    private Excerpt() {}

    /** A value that a message repeats: its first 40 characters. */
    public static String value(String text) {
        return value(text, VALUE);
    }

    /** As {@link #value(String)} with another limit, for names that need more characters. */
    public static String value(String text, int most) {
        return text.length() <= most ? text : start(text, most) + GAP;
    }

    /**
     * A message of at most {@code most} characters. A longer one loses its middle, since messages
     * begin with what is wrong and end with what to do.
     *
     * @param most at least 3
     */
    public static String message(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = most / 2;
        return start(text, most - end - GAP.length()) + GAP + end(text, end);
    }

    /** As {@link #message}, but limits the bytes of the UTF-8 encoding. */
    public static String bytes(String text, int most) {
        var cut = message(text, most);
        for (int left = most; size(cut) > most; ) {
            // a char has at most three bytes in UTF-8, so this never cuts too much
            left -= Math.max(1, (size(cut) - most) / 3);
            cut = message(text, left);
        }
        return cut;
    }

    private static int size(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static String start(String text, int length) {
        boolean split =
                Character.isHighSurrogate(text.charAt(length - 1))
                        && Character.isLowSurrogate(text.charAt(length));
        return text.substring(0, split ? length - 1 : length);
    }

    private static String end(String text, int length) {
        int from = text.length() - length;
        boolean split =
                Character.isLowSurrogate(text.charAt(from))
                        && Character.isHighSurrogate(text.charAt(from - 1));
        return text.substring(split ? from + 1 : from);
    }
}
