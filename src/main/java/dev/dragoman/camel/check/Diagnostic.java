package dev.dragoman.camel.check;

import dev.dragoman.camel.Redactor;
import dev.dragoman.kube.object.PlainText;
import java.nio.file.Path;

/**
 * An error or a warning about an overlay.
 *
 * @param file path of the file
 * @param line line number, from 1
 * @param warning true for a warning, with which the operator starts; false for an error
 * @param reason one line, in which values of Secrets are hidden
 */
public record Diagnostic(String file, int line, boolean warning, String reason) {
    public Diagnostic {
        reason = PlainText.oneLine(Redactor.redact(reason.lines().findFirst().orElse("").strip()));
    }

    /**
     * @param reason a format, when there are values; otherwise the text itself
     */
    public Diagnostic(Path file, int line, boolean warning, String reason, Object... values) {
        this(file.toString(), line, warning, text(reason, values));
    }

    private static String text(String reason, Object[] values) {
        return values.length == 0 ? reason : reason.formatted(values);
    }

    /** An error of the whole file. */
    static Diagnostic error(Path file, String reason, Object... values) {
        return new Diagnostic(file, 1, false, reason, values);
    }

    /** What is wrong with the whole file, which works, but probably not as its author meant. */
    static Diagnostic warning(Path file, String reason, Object... values) {
        return new Diagnostic(file, 1, true, reason, values);
    }

    @Override
    public String toString() {
        return PlainText.oneLine(file) + ":" + line + ": " + (warning ? "warning: " : "") + reason;
    }
}
