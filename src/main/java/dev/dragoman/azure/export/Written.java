package dev.dragoman.azure.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Collects the values that one object exports, as the Secrets and ConfigMaps to write. Confined to
 * one {@link ExportPlan}.
 */
final class Written {
    private final String namespace;
    private final Map<String, Map<String, Object>> byName = new LinkedHashMap<>();
    private final Map<String, Set<String>> kept = new TreeMap<>();
    private final Set<String> unknown = new HashSet<>();

    Written(String namespace) {
        this.namespace = namespace;
    }

    List<Map<String, Object>> objects() {
        return byName.entrySet().stream()
                .filter(each -> !unknown.contains(each.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** Keys whose present values stay, by kind and name of the Secret or ConfigMap. */
    Map<String, Set<String>> kept() {
        return Map.copyOf(kept);
    }

    /** Leaves a value as it is; the whole object, if its keys are not known. */
    void keep(Destination destination) {
        var keys = kept.computeIfAbsent(destination.object(), any -> new TreeSet<>());
        destination.key().ifPresentOrElse(keys::add, () -> unknown.add(destination.object()));
    }

    /**
     * Adds a value.
     *
     * @return false when the key has a value already
     */
    boolean put(Destination destination, String key, String value) {
        var stored =
                "Secret".equals(destination.kind())
                        ? Base64.getEncoder().encodeToString(value.getBytes(UTF_8))
                        : value;
        return map(object(destination), "data").putIfAbsent(key, stored) == null;
    }

    /**
     * Adds labels or annotations.
     *
     * @param field {@code labels} or {@code annotations}
     * @return the first name that has another value already, or empty
     */
    Optional<String> mark(Destination destination, String field, Map<String, String> marks) {
        if (marks.isEmpty()) {
            return Optional.empty();
        }
        var present = map(map(object(destination), "metadata"), field);
        for (var mark : marks.entrySet()) {
            var before = present.putIfAbsent(mark.getKey(), mark.getValue());
            if (before != null && !before.equals(mark.getValue())) {
                return Optional.of(mark.getKey());
            }
        }
        return Optional.empty();
    }

    private Map<String, Object> object(Destination destination) {
        return byName.computeIfAbsent(destination.object(), any -> empty(destination));
    }

    private Map<String, Object> empty(Destination destination) {
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("name", destination.name());
        metadata.put("namespace", namespace);
        var object = new LinkedHashMap<String, Object>();
        object.put("apiVersion", "v1");
        object.put("kind", destination.kind());
        object.put("metadata", metadata);
        if ("Secret".equals(destination.kind())) {
            object.put("type", "Opaque");
        }
        object.put("data", new LinkedHashMap<String, Object>());
        return object;
    }

    @SuppressWarnings("unchecked") // JSON objects have text keys
    private static Map<String, Object> map(Map<String, Object> object, String field) {
        return (Map<String, Object>)
                object.computeIfAbsent(field, any -> new LinkedHashMap<String, Object>());
    }
}
