package dev.dragoman.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All settings of an operator: its own, and those of its capabilities. Tests compare the
 * documentation and the Deployment with this list. Immutable.
 */
public final class KnownSettings {
    private final Map<String, Setting> all = new LinkedHashMap<>();

    /** Of several settings with one name, the first counts: capabilities may share a setting. */
    public KnownSettings(Stream<Setting> settings) {
        settings.forEach(each -> all.putIfAbsent(each.name(), each));
    }

    /** All settings, in the order in which the constructor got them. */
    public List<Setting> list() {
        return List.copyOf(all.values());
    }

    /** The setting of this name. */
    public Optional<Setting> find(String name) {
        return Optional.ofNullable(all.get(name));
    }
}
