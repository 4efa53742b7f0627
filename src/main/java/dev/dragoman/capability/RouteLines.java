package dev.dragoman.capability;

/** Which steps have a line in the routes that run. Thread-safe. */
@FunctionalInterface
public interface RouteLines {
    /** Each step has one. */
    RouteLines ALL = (capability, deletion, step) -> true;

    /**
     * Whether a line of the capability's route does the step.
     *
     * @param deletion whether it is about the route for objects that are being deleted
     */
    boolean has(String capability, boolean deletion, String step);
}
