package dev.dragoman.capability;

/** Which steps have a line in the routes that run. Thread-safe. */
@FunctionalInterface
public interface RouteLines {
    /** Each step has a line. */
    RouteLines ALL = (capability, deletion, step) -> true;

    /**
     * Whether the capability's route has a line for the step.
     *
     * @param deletion true for the route for objects that are being deleted, false for the other
     *     route
     */
    boolean has(String capability, boolean deletion, String step);
}
