package dev.dragoman.capability;

import java.util.List;
import java.util.Map;

/** Gives an operator its capabilities. */
public interface CapabilityProvider {
    /**
     * Makes the capabilities of an operator that is about to start.
     *
     * @throws IllegalArgumentException when a setting is wrong; the message names it
     */
    Installed install(Platform platform);

    /** The lines that the routes of its capabilities may have. */
    default List<CapabilityLines> lines() {
        return List.of();
    }

    /**
     * Makes the capabilities for a trial of steps without a cluster. They are only asked to observe
     * and to decide.
     *
     * @throws IllegalArgumentException when a setting is wrong; the message names it
     */
    default List<Capability<?>> offline(Offline offline) {
        return List.of();
    }

    /**
     * Sample objects to try steps with, each with a namespace and a name.
     *
     * @param texts content of the step files: a file that names a kind has steps for it
     */
    default List<Map<String, Object>> samples(String texts) {
        return List.of();
    }

    /**
     * The capabilities of an operator.
     *
     * @param beans beans that routes may call, by name; the bean with a capability's name is its
     *     loop
     * @param close closed when the operator stops
     */
    record Installed(
            List<Capability<?>> capabilities, Map<String, Object> beans, AutoCloseable close) {}
}
