package dev.dragoman.capability.status;

/**
 * A condition of an object, without its time.
 *
 * @param type such as {@code Ready}
 * @param met whether its status is True; otherwise it is False
 * @param severity Error, Warning or Info; NONE when it is met
 * @param reason CamelCase
 * @param message what was tried, why it failed, what to do; may be empty
 * @param generation generation of the object that the condition describes
 */
public record Condition(
        String type,
        boolean met,
        Severity severity,
        String reason,
        String message,
        long generation) {
    /** Type of the condition that each object with a status has. */
    public static final String READY = "Ready";

    /** How bad it is. */
    public enum Severity {
        NONE(""),
        INFO("Info"),
        WARNING("Warning"),
        ERROR("Error");

        private final String text;

        Severity(String text) {
            this.text = text;
        }

        /** The spelling in the API; empty for none. */
        public String text() {
            return text;
        }
    }

    /** The object is as its spec says. */
    public static Condition ready(String reason, String message, long generation) {
        return new Condition(READY, true, Severity.NONE, reason, message, generation);
    }

    /** The object is not as its spec says. */
    public static Condition notReady(
            Severity severity, String reason, String message, long generation) {
        return new Condition(READY, false, severity, reason, message, generation);
    }
}
