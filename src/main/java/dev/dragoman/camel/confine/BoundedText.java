package dev.dragoman.camel.confine;

import java.util.regex.Pattern;

/**
 * A text on which regular expressions have a time limit. Java cannot interrupt a match, so on a
 * malicious text an expression could occupy a processor for ever. Has the methods of {@link String}
 * that take a regular expression, for paths such as {@code ${body.split(',')}}. Not thread-safe.
 */
public final class BoundedText implements CharSequence {
    /**
     * Maximum number of reads of characters. So many reads take about a second. In a text of 3 MiB,
     * each character can be read several times.
     */
    private static final int MOST = 20_000_000;

    private final String text;
    private int looks;

    BoundedText(String text) {
        this.text = text;
    }

    /** Whether the method of {@link String} takes a regular expression. */
    static boolean has(String method) {
        return switch (method) {
            case "matches", "replaceAll", "replaceFirst", "split" -> true;
            default -> false;
        };
    }

    /** As the method of {@link String}, but throws {@link RegexTooSlow} when it takes too long. */
    public boolean matches(String regex) {
        return Pattern.compile(regex).matcher(this).matches();
    }

    /** As the method of {@link String}, but throws {@link RegexTooSlow} when it takes too long. */
    public String replaceAll(String regex, String by) {
        return Pattern.compile(regex).matcher(this).replaceAll(by);
    }

    /** As the method of {@link String}, but throws {@link RegexTooSlow} when it takes too long. */
    public String replaceFirst(String regex, String by) {
        return Pattern.compile(regex).matcher(this).replaceFirst(by);
    }

    /** As the method of {@link String}, but throws {@link RegexTooSlow} when it takes too long. */
    public String[] split(String regex) {
        return split(regex, 0);
    }

    /** As the method of {@link String}, but throws {@link RegexTooSlow} when it takes too long. */
    public String[] split(String regex, int limit) {
        return Pattern.compile(regex).split(this, limit);
    }

    @Override
    public char charAt(int index) {
        if (++looks > MOST) {
            throw new RegexTooSlow(text.length());
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.substring(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
