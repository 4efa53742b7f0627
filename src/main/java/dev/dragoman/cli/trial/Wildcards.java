package dev.dragoman.cli.trial;

/** Texts in which {@code *} stands for any text. */
public final class Wildcards {
    private Wildcards() {}

    /** Whether all of the text is as written; upper and lower case count. */
    public static boolean fit(String written, String text) {
        var parts = written.split("\\*", -1);
        if (parts.length == 1) {
            return written.equals(text);
        }
        int from = parts[0].length();
        int end = text.length() - parts[parts.length - 1].length();
        if (!text.startsWith(parts[0]) || !text.endsWith(parts[parts.length - 1]) || from > end) {
            return false;
        }
        for (int i = 1; i < parts.length - 1; i++) {
            int at = text.indexOf(parts[i], from);
            if (at < 0 || at + parts[i].length() > end) {
                return false;
            }
            from = at + parts[i].length();
        }
        return true;
    }
}
