package dev.dragoman.sandbox.faults;

/** What may happen to a watch when an event arrives. */
public enum WatchFault {
    /** The event is left out. */
    DROP,
    /** The event is sent twice. */
    DUPLICATE,
    /** An ERROR event with code 410 comes in its place, then the end. */
    GONE,
    /** The connection stays open, and nothing is sent on it ever again. */
    SILENCE
}
