package dev.dragoman.capability;

import java.util.List;
import java.util.Map;

/** How an operator comes to a capability. */
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
     * Makes the capabilities for a trial of steps without a cluster; these observe, and nothing
     * more is asked of them.
     *
     * @throws IllegalArgumentException when a setting is wrong; the message names it
     */
    default List<Capability<?>> offline(Offline offline) {
        return List.of();
    }

    /**
     * Objects with which steps are tried, each with its namespace and name.
     *
     * @param texts what the files hold: whoever names a kind there has steps for it
     */
    default List<Map<String, Object>> samples(String texts) {
        return List.of();
    }

    /**
     * What was made.
     *
     * @param beans that routes may call, by name; one of a capability's own name is its loop
     * @param close what is to be closed when the operator stops
     */
    record Installed(
            List<Capability<?>> capabilities, Map<String, Object> beans, AutoCloseable close) {}
}
