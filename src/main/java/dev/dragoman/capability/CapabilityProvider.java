package dev.dragoman.capability;

import dev.dragoman.settings.Setting;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Brings capabilities to an operator, and says what is known of them without a cluster. Found by
 * {@link java.util.ServiceLoader}, so it has a public constructor without parameters. Stateless.
 */
public interface CapabilityProvider {
    /** The lines that the routes of its capabilities may have, for each capability. */
    List<CapabilityLines> lines();

    /**
     * Beans that its routes may call, by name, with their classes. Overlays are checked against
     * them. The bean of a capability's own name, which is its {@link Loop}, is not among them.
     */
    default Map<String, Class<?>> beans() {
        return Map.of();
    }

    /** The settings that it reads, in the order of the documentation. */
    default List<Setting> settings() {
        return List.of();
    }

    /** Names of built-in files that a team's file of the same name replaces. */
    default Set<String> files() {
        return Set.of();
    }

    /**
     * Looks for mistakes in such files of a team.
     *
     * @return a line for each, with file, line and reason
     * @throws IllegalArgumentException when a setting is wrong, as {@link #configure}
     */
    default List<String> problems(Configuration configuration) {
        return List.of();
    }

    /**
     * Reads the settings.
     *
     * @throws IllegalArgumentException when a setting or a file is wrong; the message names it and
     *     says what to write
     */
    ConfiguredCapabilities configure(Configuration configuration);
}
