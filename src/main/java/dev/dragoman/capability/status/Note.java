package dev.dragoman.capability.status;

/**
 * An Event that the end of a reconciliation may record.
 *
 * @param warning whether its type is Warning; otherwise it is Normal
 * @param reason CamelCase, stable
 * @param text for people, without secrets
 * @param when when it is recorded
 */
public record Note(boolean warning, String reason, String text, When when) {
    /** Depends on whether the state that the object shows has just changed. */
    public enum When {
        /** Only when the state has changed: tells of the transition. */
        CHANGED,
        /** Only when the state is the same: tells of what was done. */
        UNCHANGED,
        /** The Event is recorded whether or not the state changed; it tells what was done. */
        ALWAYS;

        public boolean holds(boolean changed) {
            return this == ALWAYS || changed == (this == CHANGED);
        }
    }

    /** Tells of a transition to the wanted state. */
    public static Note normal(String reason, String text) {
        return new Note(false, reason, text, When.CHANGED);
    }

    /** Tells of a transition to a state that is not wanted. */
    public static Note warning(String reason, String text) {
        return new Note(true, reason, text, When.CHANGED);
    }
}
