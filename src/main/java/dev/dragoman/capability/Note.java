package dev.dragoman.capability;

/**
 * An Event that the end of a reconciliation may record.
 *
 * @param warning Warning or Normal
 * @param reason CamelCase, stable
 * @param text for people, without secrets
 * @param when whether it is recorded
 */
public record Note(boolean warning, String reason, String text, When when) {
    /** Whether what is shown on the object has just changed decides. */
    public enum When {
        /** Tells of the transition. */
        CHANGED,
        /** Tells of what was done although nothing else is shown than before. */
        UNCHANGED,
        /** Tells of what was done. */
        ALWAYS;

        boolean holds(boolean changed) {
            return this == ALWAYS || changed == (this == CHANGED);
        }
    }

    /** Tells of a transition to what is wanted. */
    public static Note normal(String reason, String text) {
        return new Note(false, reason, text, When.CHANGED);
    }

    /** Tells of a transition to what is not. */
    public static Note warning(String reason, String text) {
        return new Note(true, reason, text, When.CHANGED);
    }
}
