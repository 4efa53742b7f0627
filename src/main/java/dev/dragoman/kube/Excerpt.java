package dev.dragoman.kube;

import java.nio.charset.StandardCharsets;

/**
 * How much is repeated of a text that somebody else wrote, for statuses, Events and logs. An
 * annotation may have a quarter of a megabyte, a field of a spec more, and an answer any length.
 * Pure.
 */
public final class Excerpt {
    /** Characters of a condition's message. */
    public static final int CONDITION = 4096;

    /** Characters of one event of the log, without its trace. */
    public static final int LOG = 8192;

    /** Characters of a value that a message repeats. */
    private static final int VALUE = 40;

    private static final String GAP = "…";

    private Excerpt() {}

    /** A value that a message repeats: its first 40 characters. */
    public static String value(String text) {
        return value(text, VALUE);
    }

    /** The same with at most so many characters, for names of which more is needed. */
    public static String value(String text, int most) {
        return text.length() <= most ? text : start(text, most) + GAP;
    }

    /**
     * A message of at most so many characters. Cut in the middle: it begins with what is wrong and
     * ends with what to do.
     *
     * @param most more than two
     */
    public static String message(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = most / 2;
        return start(text, most - end - GAP.length()) + GAP + end(text, end);
    }

    /** The same by the bytes of its UTF-8. */
    static String bytes(String text, int most) {
        var cut = message(text, most);
        for (int left = most; size(cut) > most; ) {
            // at least by what it is too long; a character has up to three bytes
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
