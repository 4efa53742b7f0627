package dev.dragoman.capability.status;

/**
 * An Event that the end of a reconciliation may record.
 *
 * @param warning true for the type Warning, false for the type Normal
 * @param reason CamelCase, stable
 * @param text for people, without secrets
 * @param when when the Event is recorded
 */
public record Note(boolean warning, String reason, String text, When when) {
    /**
     * When the Event is recorded, depending on whether the write changed the state that the object
     * shows.
     */
    public enum When {
        /** Only when the state changed: the Event tells of the transition. */
        CHANGED,
        /** Only when the state did not change: the Event tells what was done. */
        UNCHANGED,
        /** Whether or not the state changed: the Event tells what was done. */
        ALWAYS;

        public boolean holds(boolean changed) {
            return this == ALWAYS || changed == (this == CHANGED);
        }
    }

    /** A Normal Event that is recorded when the state changes. */
    public static Note normal(String reason, String text) {
        return new Note(false, reason, text, When.CHANGED);
    }

    /** A Warning Event that is recorded when the state changes. */
    public static Note warning(String reason, String text) {
        return new Note(true, reason, text, When.CHANGED);
    }
}
