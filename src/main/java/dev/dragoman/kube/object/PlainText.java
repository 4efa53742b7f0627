package dev.dragoman.kube.object;

import java.util.Locale;

/**
 * Makes texts that others wrote safe to show, such as answers of Azure and values of annotations:
 * characters that would control a terminal or a log are shown as {@code \n} or {@code \u001b}.
 * Pure.
 */
public final class PlainText {
    private PlainText() {}

    /** Escapes control characters, except line feeds and tabs. */
    public static String of(String text) {
        return escaped(text, "\n\t");
    }

    /** Escapes all control characters and line ends, so that the text is one line. */
    public static String oneLine(String text) {
        return escaped(text, "");
    }

    private static String escaped(String text, String allowed) {
        if (text.codePoints().noneMatch(each -> control(each) && allowed.indexOf(each) < 0)) {
            return text;
        }
        var out = new StringBuilder(text.length() + 16);
        text.codePoints()
                .forEach(
                        each -> {
                            if (control(each) && allowed.indexOf(each) < 0) {
                                // as JSON has them: one beyond 0xffff is two
                                Character.toString(each).chars().forEach(c -> out.append(shown(c)));
                            } else {
                                out.appendCodePoint(each);
                            }
                        });
        return out.toString();
    }

    /** Control characters, Unicode line ends, and characters that change the text's direction. */
    private static boolean control(int character) {
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
