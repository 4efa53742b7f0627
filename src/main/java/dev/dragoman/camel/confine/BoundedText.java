package dev.dragoman.camel.confine;

import java.util.regex.Pattern;

/**
 * A text that bounds the time that a regular expression takes on it. Java cannot interrupt a match,
 * so an expression could occupy a processor for ever on a text that somebody chose for that. Has
 * the methods of {@link String} that take a regular expression, for paths such as {@code
 * ${body.split(',')}}. Not thread-safe.
 */
public final class BoundedText implements CharSequence {
    /**
     * Most reads of a character: they take about a second, and allow several for each character of
     * 3 MiB of text.
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
