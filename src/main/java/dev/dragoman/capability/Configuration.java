package dev.dragoman.capability;

import dev.dragoman.settings.OperatorSettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What capabilities are configured by.
 *
 * @param environment all settings
 * @param operator those that every capability may need
 * @param file finds a team's file of this name, which replaces a built-in one
 */
public record Configuration(
        Map<String, String> environment,
        OperatorSettings operator,
        Function<String, Optional<Path>> file) {
    /**
     * Reads the settings of the operator.
     *
     * @throws IllegalArgumentException as {@link CapabilityProvider#configure}
     */
    public static Configuration of(
            Map<String, String> environment, Function<String, Optional<Path>> file) {
        return new Configuration(environment, OperatorSettings.from(environment), file);
    }
}
