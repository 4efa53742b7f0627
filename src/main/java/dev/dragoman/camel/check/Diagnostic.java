package dev.dragoman.camel.check;

import dev.dragoman.camel.Redactor;
import dev.dragoman.kube.PlainText;

/**
 * One thing about an overlay.
 *
 * @param file its path
 * @param line from 1
 * @param warning whether the operator starts all the same
 * @param reason one line; values of Secrets are taken out of it
 */
public record Diagnostic(String file, int line, boolean warning, String reason) {
    public Diagnostic {
        reason = PlainText.oneLine(Redactor.redact(reason.lines().findFirst().orElse("").strip()));
    }

    Diagnostic(String file, int line, String reason) {
        this(file, line, false, reason);
    }

    /** The same, as something that works and is most likely not meant. */
    Diagnostic asWarning() {
        return new Diagnostic(file, line, true, reason);
    }

    @Override
    public String toString() {
        return PlainText.oneLine(file) + ":" + line + ": " + (warning ? "warning: " : "") + reason;
    }
}
