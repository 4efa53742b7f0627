package dev.dragoman.capability;

import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.settings.Setting;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Provides an operator with capabilities, and describes them without a cluster. {@link
 * java.util.ServiceLoader} finds implementations, so they have a public constructor without
 * parameters. Stateless.
 */
public interface CapabilityProvider {
    /**
     * The provider for a team's files, some of which may make further capabilities.
     *
     * @param specs the schema of a kind's spec, as {@link #specSchema} of all providers
     * @throws java.io.UncheckedIOException when a file cannot be read
     */
    default CapabilityProvider reading(
            TeamFiles files, Function<GroupKind, Map<String, Object>> specs) {
        return this;
    }

    /** The schema of a kind's spec; empty when the provider does not know it. */
    default Map<String, Object> specSchema(GroupKind kind) {
        return Map.of();
    }

    /** For each provided capability, the lines that its routes may have. */
    List<CapabilityLines> lines();

    /**
     * The classes of the beans that routes may call, by the name of the bean. Overlays are checked
     * against these classes. The bean that calls the {@link Loop} is not among them; it has the
     * name of its capability.
     */
    default Map<String, Class<?>> beans() {
        return Map.of();
    }

    /** The settings that the provider reads, in the order of the documentation. */
    default List<Setting> settings() {
        return List.of();
    }

    /** Names of built-in files that a team's file of the same name replaces. */
    default Set<String> files() {
        return Set.of();
    }

    /**
     * Looks for mistakes in a team's files that replace {@link #files}.
     *
     * @return a text of one line for each mistake, with file, line and reason
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
