package dev.dragoman.capability.object;

import dev.dragoman.capability.status.Condition;
import dev.dragoman.capability.status.Condition.Severity;

/**
 * Something that keeps an object from being as its spec says, or that is only worth telling.
 *
 * @param condition type of the condition that shows it: Ready, or another type where it does not
 *     affect Ready
 * @param severity how bad it is
 * @param reason of the condition, CamelCase
 * @param message what is wrong, and what to do
 * @param over how the operator notices that it is over
 */
public record Trouble(
        String condition, Severity severity, String reason, String message, Over over) {
    /** An object of the wanted name belongs to somebody else. */
    public static final String NOT_OURS = "NotOurs";

    /** How the operator notices that a trouble is over. */
    public enum Over {
        /** Somebody must change an object that is watched. */
        MENDED,

        /** No watch shows it, so the operator looks again and again. */
        UNSEEN,

        /** It passes by itself, and a watch shows it. */
        PASSING
    }

    /** Keeps the object from being Ready until somebody mends it. */
    public static Trouble of(Severity severity, String reason, String message) {
        return new Trouble(Condition.READY, severity, reason, message, Over.MENDED);
    }

    /** Is shown beside Ready, and does not affect it. */
    public static Trouble beside(String condition, String reason, String message) {
        return new Trouble(condition, Severity.INFO, reason, message, Over.MENDED);
    }

    /**
     * Objects without our labels have the wanted names. No watch sees them.
     *
     * @param kind kind of the object for which something would be made
     * @param names kinds and names of the existing objects
     * @param so what is not done because of them
     */
    public static Trouble foreign(String kind, Iterable<String> names, String so) {
        return of(
                        Severity.WARNING,
                        NOT_OURS,
                        "%s: not made for this %s and left alone, so %s"
                                .formatted(String.join(", ", names), kind, so))
                .over(Over.UNSEEN);
    }

    /** The same, with another way to notice that it is over. */
    public Trouble over(Over other) {
        return new Trouble(condition, severity, reason, message, other);
    }

    /** Whether it is shown beside Ready and does not affect it. */
    public boolean harmless() {
        return !Condition.READY.equals(condition);
    }
}
