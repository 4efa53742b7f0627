package dev.dragoman.capability;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Capabilities whose settings have been read. */
public interface ConfiguredCapabilities {
    /** Values of the placeholders that its routes, and files in place of them, may use. */
    default Map<String, String> placeholders() {
        return Map.of();
    }

    /**
     * What is logged when the operator starts, such as that it is turned off and how to change
     * that.
     */
    default Optional<String> notice() {
        return Optional.empty();
    }

    /**
     * The notice of capabilities that a setting turns on; empty where they are on.
     *
     * @param lack what the operator does not do while they are off, such as {@code runs no agents}
     * @param setting name of the setting
     * @param component the folder below {@code kubernetes} that sets it, with the rights for it
     */
    static Optional<String> off(boolean enabled, String lack, String setting, String component) {
        return enabled
                ? Optional.empty()
                : Optional.of(
                        "%s: %s is off (kubernetes/%s turns it on)"
                                .formatted(lack, setting, component));
    }

    /**
     * Makes the capabilities of an operator that is about to start. Called once.
     *
     * @throws IllegalArgumentException when a setting is wrong; the message names it
     */
    Installed install(Platform platform);

    /**
     * Makes the capabilities for a trial of steps without a cluster; these observe, and nothing
     * more is asked of them.
     */
    default List<Capability<?>> offline(Offline offline) {
        return List.of();
    }

    /**
     * Objects with which steps are tried, each with its namespace and name.
     *
     * @param texts the content of a team's files; a kind that is named there gets an object
     */
    default List<Map<String, Object>> samples(String texts) {
        return List.of();
    }

    /**
     * What was made.
     *
     * @param beans that routes may call, by name
     * @param close what is to be closed when the operator stops
     */
    record Installed(
            List<Capability<?>> capabilities, Map<String, Object> beans, AutoCloseable close) {}
}
