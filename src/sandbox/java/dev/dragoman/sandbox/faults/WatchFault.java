package dev.dragoman.sandbox.faults;

/** What the proxy does to a watch when an event arrives. */
public enum WatchFault {
    /** The event is not forwarded. */
    DROP,
    /** The event is forwarded twice. */
    DUPLICATE,
    /** An ERROR event with code 410 replaces the event, and the watch ends. */
    GONE,
    /** The connection stays open, and nothing more is sent on it. */
    SILENCE
}
