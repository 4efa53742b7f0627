package dev.dragoman.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All settings of an operator: its own, and those of its capabilities. Tests hold the documentation
 * and the Deployment against them. Immutable.
 */
public final class KnownSettings {
    private final Map<String, Setting> all = new LinkedHashMap<>();

    /** With several of one name, which capabilities may share, the first counts. */
    public KnownSettings(Stream<Setting> settings) {
        settings.forEach(each -> all.putIfAbsent(each.name(), each));
    }

    /** In the order given. */
    public List<Setting> list() {
        return List.copyOf(all.values());
    }

    /** The setting of this name. */
    public Optional<Setting> find(String name) {
        return Optional.ofNullable(all.get(name));
    }
}
