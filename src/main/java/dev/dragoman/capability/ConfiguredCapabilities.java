package dev.dragoman.capability;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Capabilities whose settings have been read. */
public interface ConfiguredCapabilities {
    /**
     * Values of the placeholders that the routes of these capabilities, and a team's files that
     * replace them, may use.
     */
    default Map<String, String> placeholders() {
        return Map.of();
    }

    /**
     * A line that the operator logs when it starts, such as that these capabilities are turned off
     * and how to turn them on. Empty when there is nothing to say.
     */
    default Optional<String> notice() {
        return Optional.empty();
    }

    /**
     * The {@link #notice} that capabilities are turned off; empty when they are on.
     *
     * @param lack what the operator does not do while they are off, such as {@code runs no agents}
     * @param setting name of the setting
     * @param component the folder below {@code kubernetes} whose manifests set it and grant the
     *     rights
     */
    static Optional<String> off(boolean enabled, String lack, String setting, String component) {
        return enabled
                ? Optional.empty()
                : Optional.of(
                        "%s: %s is off (kubernetes/%s turns it on)"
                                .formatted(lack, setting, component));
    }

    /**
     * Creates the capabilities for an operator that is about to start. Called once.
     *
     * @throws IllegalArgumentException when a setting is wrong; the message names it
     */
    Installed install(Platform platform);

    /**
     * Sample objects with which steps are tried, each with its namespace and name.
     *
     * @param texts the content of a team's files; there is a sample object for each kind that they
     *     name
     */
    default List<Map<String, Object>> samples(String texts) {
        return List.of();
    }

    /**
     * The capabilities that {@link #install} has created.
     *
     * @param beans the beans that routes may call, by name
     * @param values readers of hidden values for overlays, by the FUNCTION of the placeholder
     * @param close closed when the operator stops
     */
    record Installed(
            List<Capability<?>> capabilities,
            Map<String, Object> beans,
            Map<String, ValueSource> values,
            AutoCloseable close) {
        /** Capabilities without values for overlays. */
        public Installed(
                List<Capability<?>> capabilities, Map<String, Object> beans, AutoCloseable close) {
            this(capabilities, beans, Map.of(), close);
        }
    }
}
