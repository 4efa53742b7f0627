package dev.dragoman.camel.check;

/**
 * One thing about an overlay.
 *
 * @param file its path
 * @param line from 1
 * @param warning whether the operator starts all the same
 * @param reason one line
 */
public record Problem(String file, int line, boolean warning, String reason) {
    public Problem {
        reason = reason.lines().findFirst().orElse("").strip();
    }

    Problem(String file, int line, String reason) {
        this(file, line, false, reason);
    }

    /** The same, as something that works and is most likely not meant. */
    Problem asWarning() {
        return new Problem(file, line, true, reason);
    }

    @Override
    public String toString() {
        return file + ":" + line + ": " + (warning ? "warning: " : "") + reason;
    }
}
