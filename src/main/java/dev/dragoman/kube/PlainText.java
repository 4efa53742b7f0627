package dev.dragoman.kube;

import java.util.Locale;

/**
 * Text that somebody else wrote, such as Azure's answers and values of annotations, for people to
 * read: what a terminal or a log would obey is shown instead, as {@code \n} or {@code \u001b}.
 * Pure.
 */
public final class PlainText {
    private PlainText() {}

    /** Without control characters, except line breaks and tabs. */
    public static String of(String text) {
        return escaped(text, "\n\t");
    }

    /** One line, whatever is taken for the end of a line. */
    public static String oneLine(String text) {
        return escaped(text, "");
    }

    private static String escaped(String text, String allowed) {
        if (text.codePoints().noneMatch(each -> obeyed(each) && allowed.indexOf(each) < 0)) {
            return text;
        }
        var out = new StringBuilder(text.length() + 16);
        text.codePoints()
                .forEach(
                        each -> {
                            if (obeyed(each) && allowed.indexOf(each) < 0) {
                                out.append(shown(each));
                            } else {
                                out.appendCodePoint(each);
                            }
                        });
        return out.toString();
    }

    /** Control characters, the line ends of Unicode, and what changes the direction of a text. */
    private static boolean obeyed(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    true;
            default -> false;
        };
    }

    private static String shown(int character) {
        return switch (character) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> String.format(Locale.ROOT, "\\u%04x", character);
        };
    }
}
