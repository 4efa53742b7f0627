package dev.dragoman.camel.confine;

import java.util.regex.Pattern;

/**
 * A text on which regular expressions end. Java hears no interrupt while it matches, so a text that
 * somebody chose for an expression would keep a processor for ever. It has the methods of {@link
 * String} that take an expression, for paths such as {@code ${body.split(',')}}. Not thread-safe.
 */
public final class BoundedText implements CharSequence {
    /** Most looks at a character: about a second, and some for each of 3 MiB of text. */
    private static final int MOST = 20_000_000;

    private final String text;
    private int looks;

    BoundedText(String text) {
        this.text = text;
    }

    /** Whether a method of texts takes a regular expression. */
    static boolean has(String method) {
        return switch (method) {
            case "matches", "replaceAll", "replaceFirst", "split" -> true;
            default -> false;
        };
    }

    /** As of {@link String}. */
    public boolean matches(String regex) {
        return Pattern.compile(regex).matcher(this).matches();
    }

    /** As of {@link String}. */
    public String replaceAll(String regex, String by) {
        return Pattern.compile(regex).matcher(this).replaceAll(by);
    }

    /** As of {@link String}. */
    public String replaceFirst(String regex, String by) {
        return Pattern.compile(regex).matcher(this).replaceFirst(by);
    }

    /** As of {@link String}. */
    public String[] split(String regex) {
        return split(regex, 0);
    }

    /** As of {@link String}. */
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
