package dev.dragoman.camel.check;

/**
 * One thing wrong with an overlay.
 *
 * @param file its path
 * @param line from 1
 * @param reason one line
 */
public record Problem(String file, int line, String reason) {
    public Problem {
        reason = reason.lines().findFirst().orElse("").strip();
    }

    @Override
    public String toString() {
        return file + ":" + line + ": " + reason;
    }
}
