package dev.dragoman.tools.catalog;

import dev.dragoman.azure.catalog.Export;
import dev.dragoman.azure.catalog.RowFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Collects what {@code operatorSpec} of a kind can export, and where the values come from. */
final class ExportRules {
    private static final String STATUS = "$.Status.";

    private final Map<String, Export> found = new TreeMap<>();
    private final List<String> unknown = new ArrayList<>();
    private final Map<String, Object> overrides;

    ExportRules(Map<String, Object> overridesOfKind) {
        overrides = overridesOfKind;
    }

    /**
     * Adds the exports of one version.
     *
     * @param config the configuration of the kind
     * @param spec with its JSON names
     * @param status the status that users see, with its JSON names
     * @param arm the answer of Azure
     */
    void add(Map<String, Object> config, TypeNode spec, TypeNode status, TypeNode arm) {
        TypeNode operatorSpec = spec.kids.get("OperatorSpec");
        TypeNode configMaps = operatorSpec == null ? null : operatorSpec.kid("configMaps");
        // ignoring case: some of these names begin with a lower-case letter, but names of fields
        // never do
        Map<String, String> paths = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Schemas.object(config.get("$generatedConfigs"))
                .forEach((name, path) -> paths.put(name, ((String) path).substring(STATUS.length())));
        paths.keySet().stream()
                .filter(name -> configMaps == null || configMaps.kid(name) == null)
                .forEach(name -> unknown.add("$generatedConfigs." + name));
        if (operatorSpec == null) {
            return;
        }
        for (String target : List.of("secrets", "configMaps")) {
            TypeNode targets = operatorSpec.kid(target);
            for (TypeNode field : targets == null ? List.<TypeNode>of() : targets.kids.values()) {
                if (field.json != null) {
                    add(target, field, paths, status, arm);
                }
            }
        }
    }

    private void add(
            String target,
            TypeNode field,
            Map<String, String> paths,
            TypeNode status,
            TypeNode arm) {
        String key = field.json;
        var override = Schemas.object(Schemas.object(overrides.get(target)).get(key));
        Optional<Export.Action> action = Optional.empty();
        Optional<String> path = Optional.empty();
        if (override.containsKey("apiVersion")) {
            action = Optional.of(RowFormat.action(override));
        } else if (override.containsKey("status")) {
            path = Optional.of((String) override.get("status"));
        } else {
            path =
                    StatusRules.armPath(status, arm, paths.getOrDefault(field.name, field.name))
                            .or(() -> sameKeyElsewhere(key));
        }
        if (path.isEmpty() && action.isEmpty()) {
            unknown.add(target + "." + key);
            return;
        }
        var export = new Export(target, key, path, action);
        var earlier = found.putIfAbsent(target + "/" + key, export);
        if (earlier != null && !earlier.equals(export)) {
            unknown.add(target + "." + key + " (not the same in every version)");
        }
    }

    private Optional<String> sameKeyElsewhere(String key) {
        return Optional.ofNullable(found.get("configMaps/" + key)).flatMap(Export::statusPath);
    }

    List<Export> exports() {
        return List.copyOf(found.values());
    }

    /** Exports whose source is neither a status field nor an override. */
    List<String> unknown() {
        return unknown.stream()
                .filter(name -> !found.containsKey(name.replace('.', '/')))
                .distinct()
                .toList();
    }
}
