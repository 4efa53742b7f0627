package dev.dragoman.capability;

import dev.dragoman.capability.Condition.Severity;

/**
 * Something that keeps an object from being as its spec says, or that is to be told beside.
 *
 * @param condition type of the condition that shows it: Ready, or another where it keeps it from
 *     nothing
 * @param severity how bad it is
 * @param reason of the condition, CamelCase
 * @param message what is wrong, and what to do
 * @param over how it is noticed that it is over
 */
public record Trouble(
        String condition, Severity severity, String reason, String message, Over over) {
    /** Something of another has the name. */
    public static final String NOT_OURS = "NotOurs";

    /** How it is noticed that something is over. */
    public enum Over {
        /** Somebody changes what is watched, and has to. */
        MENDED,

        /** No watch shows it, so it is looked for. */
        UNSEEN,

        /** By itself, and a watch shows it. */
        PASSING
    }

    /** Keeps the object from being Ready until somebody mends it. */
    public static Trouble of(Severity severity, String reason, String message) {
        return new Trouble(Condition.READY, severity, reason, message, Over.MENDED);
    }

    /** Keeps it from nothing. */
    public static Trouble beside(String condition, String reason, String message) {
        return new Trouble(condition, Severity.INFO, reason, message, Over.MENDED);
    }

    /**
     * What has no label of ours is seen by no watch.
     *
     * @param kind of the object that something would be made for
     * @param names kinds and names of what is there
     * @param so what is not done because of it
     */
    public static Trouble foreign(String kind, Iterable<String> names, String so) {
        return of(
                        Severity.WARNING,
                        NOT_OURS,
                        "%s: not made for this %s and left alone, so %s"
                                .formatted(String.join(", ", names), kind, so))
                .over(Over.UNSEEN);
    }

    /** The same, which is over in another way. */
    public Trouble over(Over other) {
        return new Trouble(condition, severity, reason, message, other);
    }

    /** Whether it is shown beside Ready, and keeps it from nothing. */
    public boolean harmless() {
        return !Condition.READY.equals(condition);
    }
}
