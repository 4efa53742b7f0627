package dev.dragoman.capability.object;

import dev.dragoman.capability.status.Condition;
import dev.dragoman.capability.status.Condition.Severity;

/**
 * A problem that a condition of the reconciled object shows. It keeps the object from being Ready,
 * or is shown for information only.
 *
 * @param condition type of the condition that shows the problem: Ready, or another type if the
 *     problem does not affect Ready
 * @param severity severity of the condition
 * @param reason of the condition, CamelCase
 * @param message what is wrong, and what to do
 * @param over how the operator notices that the problem is over
 */
public record Trouble(
        String condition, Severity severity, String reason, String message, Over over) {
    /** An object of the wanted name exists, but was not made by this operator. */
    public static final String NOT_OURS = "NotOurs";

    /** How the operator notices that a problem is over. */
    public enum Over {
        /** Somebody must change an object that the operator watches. */
        MENDED,

        /** No watch shows the end of the problem, so the operator reconciles again at intervals. */
        UNSEEN,

        /** The problem passes by itself, and a watch shows that. */
        PASSING
    }

    /** A problem that keeps the object from being Ready until somebody changes a watched object. */
    public static Trouble of(Severity severity, String reason, String message) {
        return new Trouble(Condition.READY, severity, reason, message, Over.MENDED);
    }

    /** A problem that a condition of its own shows, and that does not affect Ready. */
    public static Trouble beside(String condition, String reason, String message) {
        return new Trouble(condition, Severity.INFO, reason, message, Over.MENDED);
    }

    /**
     * Existing objects have the wanted names, but not the operator's labels. No watch sees them.
     *
     * @param kind kind of the reconciled object
     * @param names kinds and names of the existing objects
     * @param so what the operator does not do because of them, and how to correct that
     */
    public static Trouble foreign(String kind, Iterable<String> names, String so) {
        return of(
                        Severity.WARNING,
                        NOT_OURS,
                        "%s: exists but was not made for this %s; the operator does not change it, so %s"
                                .formatted(String.join(", ", names), kind, so))
                .over(Over.UNSEEN);
    }

    /** A copy with another way to notice that the problem is over. */
    public Trouble over(Over other) {
        return new Trouble(condition, severity, reason, message, other);
    }

    /** Whether a condition of its own shows the problem, so that it does not affect Ready. */
    public boolean harmless() {
        return !Condition.READY.equals(condition);
    }
}
