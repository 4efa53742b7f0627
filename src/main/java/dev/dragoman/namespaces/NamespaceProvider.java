package dev.dragoman.namespaces;

import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.CapabilityProvider;
import dev.dragoman.capability.Configuration;
import dev.dragoman.capability.ConfiguredCapabilities;
import dev.dragoman.namespaces.template.Template;
import dev.dragoman.namespaces.template.TemplateBroken;
import dev.dragoman.settings.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Provides the capabilities that serve requests for namespaces and delete namespaces at their end.
 */
public final class NamespaceProvider implements CapabilityProvider {
    /** Name of the bean with the steps. */
    static final String STEPS = "namespaceSteps";

    @Override
    public List<CapabilityLines> lines() {
        return List.of(NamespaceRequests.LINES, NamespaceLifetimes.LINES);
    }

    @Override
    public Map<String, Class<?>> beans() {
        return Map.of(STEPS, NamespaceSteps.class);
    }

    @Override
    public List<Setting> settings() {
        return NamespaceSettings.ALL;
    }

    @Override
    public Set<String> files() {
        return Set.of(Template.FILE);
    }

    @Override
    public List<String> problems(Configuration configuration) {
        try {
            var _ = NamespaceCapabilities.template(file(configuration), read(configuration));
            return List.of();
        } catch (TemplateBroken broken) {
            return broken.problems();
        }
    }

    private static NamespaceSettings read(Configuration configuration) {
        return NamespaceSettings.from(
                configuration.environment(), configuration.operator().namespace());
    }

    private static Optional<Path> file(Configuration configuration) {
        return configuration.file().apply(Template.FILE);
    }

    @Override
    public ConfiguredCapabilities configure(Configuration configuration) {
        var settings = read(configuration);
        return new NamespaceCapabilities(
                settings,
                NamespaceCapabilities.template(file(configuration), settings),
                configuration.operator().namespace());
    }
}
