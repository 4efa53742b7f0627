package dev.dragoman.capability;

import dev.dragoman.settings.OperatorSettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The settings and files that configure capabilities.
 *
 * @param environment all settings
 * @param operator the settings that are common to all capabilities
 * @param file finds, by name, a team's file that replaces a built-in one; empty when there is none
 */
public record Configuration(
        Map<String, String> environment,
        OperatorSettings operator,
        Function<String, Optional<Path>> file) {
    /**
     * Reads the operator's common settings from the environment.
     *
     * @throws IllegalArgumentException as {@link CapabilityProvider#configure}
     */
    public static Configuration of(
            Map<String, String> environment, Function<String, Optional<Path>> file) {
        return new Configuration(environment, OperatorSettings.from(environment), file);
    }
}
