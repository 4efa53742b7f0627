package dev.dragoman.capability.status;

/**
 * A condition in the status of an object, without its lastTransitionTime.
 *
 * @param type such as {@code Ready}
 * @param met whether its status is True; otherwise it is False
 * @param severity NONE when the condition is met, otherwise another severity
 * @param reason CamelCase
 * @param message what was tried, why it failed, what to do; may be empty
 * @param generation generation of the object that the condition describes
 * @param quoted whether the message quotes a service's answer, with ids and times that differ in
 *     each answer. If only these differ, the shown message is kept
 */
public record Condition(
        String type,
        boolean met,
        Severity severity,
        String reason,
        String message,
        long generation,
        boolean quoted) {
    /** Type of the condition that each object with a status has. */
    public static final String READY = "Ready";

    /** Severity of a condition that is not met. */
    public enum Severity {
        NONE(""),
        INFO("Info"),
        WARNING("Warning"),
        ERROR("Error");

        private final String text;

        Severity(String text) {
            this.text = text;
        }

        /** The value of the field {@code severity}; an empty text for NONE. */
        public String text() {
            return text;
        }
    }

    /** A condition whose message quotes no service. */
    public Condition(
            String type,
            boolean met,
            Severity severity,
            String reason,
            String message,
            long generation) {
        this(type, met, severity, reason, message, generation, false);
    }

    /** The condition Ready=True. */
    public static Condition ready(String reason, String message, long generation) {
        return new Condition(READY, true, Severity.NONE, reason, message, generation);
    }

    /** The condition Ready=False. */
    public static Condition notReady(
            Severity severity, String reason, String message, long generation) {
        return new Condition(READY, false, severity, reason, message, generation);
    }
}
