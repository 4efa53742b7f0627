package dev.dragoman.camel.check;

import dev.dragoman.camel.Redactor;
import dev.dragoman.kube.object.PlainText;

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

    Diagnostic(String file, int line, String reason) {
        this(file, line, false, reason);
    }

    /** A copy as a warning: the file works, but probably not as its author meant. */
    Diagnostic asWarning() {
        return new Diagnostic(file, line, true, reason);
    }

    @Override
    public String toString() {
        return PlainText.oneLine(file) + ":" + line + ": " + (warning ? "warning: " : "") + reason;
    }
}
