package dev.dragoman.tools.catalog;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureKind.Naming;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.CatalogFiles;
import dev.dragoman.kube.object.Fields;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Kinds whose samples need nothing but a resource group, for tests with many objects. */
public final class SampleKinds {
    private SampleKinds() {}

    /** A kind and what its sample says. */
    public record Template(AzureKind kind, String version, Map<String, Object> spec) {
        /** An object of the kind in a resource group, with a tag. */
        public Map<String, Object> object(String name, String group, String tag) {
            var own = new LinkedHashMap<>(spec);
            own.put("owner", Map.of("name", group));
            own.put("tags", Map.of("round", tag));
            return Map.of(
                    "apiVersion",
                    kind.group() + "/" + version,
                    "kind",
                    kind.kind(),
                    "metadata",
                    Map.of("name", name),
                    "spec",
                    own);
        }
    }

    /**
     * Kinds with tags, below a resource group, whose samples name no other object and no Secret;
     * those of different groups first.
     *
     * @param count how many; fewer when there are not so many
     */
    public static List<Template> independent(int count) {
        Map<String, Map<String, Template>> byGroup = new TreeMap<>();
        try (var archives = Archives.unpack(TestArchives.directory(), "samples")) {
            for (var folder : SampleFolders.of(archives).values()) {
                for (var object : folder) {
                    String[] api = ((String) object.getOrDefault("apiVersion", "/")).split("/", 2);
                    Catalog.load()
                            .find(api[0], (String) object.get("kind"))
                            .filter(kind -> independent(kind, Fields.spec(object)))
                            .ifPresent(
                                    kind ->
                                            byGroup.computeIfAbsent(
                                                            kind.group(), g -> new TreeMap<>())
                                                    .put(
                                                            kind.kind(),
                                                            template(kind, api[1], object)));
                }
            }
        }
        return byGroup.values().stream()
                .flatMap(
                        kinds -> {
                            int[] place = {0};
                            return kinds.values().stream()
                                    .map(template -> Map.entry(place[0]++, template));
                        })
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .limit(count)
                .toList();
    }

    private static Template template(AzureKind kind, String version, Map<String, Object> object) {
        var spec = new LinkedHashMap<>(Fields.spec(object));
        spec.remove("azureName");
        return new Template(kind, version, spec);
    }

    private static boolean independent(AzureKind kind, Map<String, Object> spec) {
        var alone = new LinkedHashMap<>(spec);
        return kind.inArm()
                && kind.naming() == Naming.OBJECT
                && kind.fixedName().isEmpty()
                && kind.verbs().contains(AzureKind.Verb.DELETE)
                && alone.remove("owner") instanceof Map<?, ?> owner
                && owner.get("name") instanceof String
                && kind.owner().filter(o -> o.kind().equals("ResourceGroup")).isPresent()
                && Schemas.properties(CatalogFiles.specSchema(kind)).containsKey("tags")
                && !names(alone);
    }

    private static boolean names(Object value) {
        if (value instanceof Collection<?> items) {
            return items.stream().anyMatch(SampleKinds::names);
        }
        return value instanceof Map<?, ?> map
                && map.entrySet().stream()
                        .anyMatch(
                                entry ->
                                        refers(String.valueOf(entry.getKey()))
                                                || names(entry.getValue()));
    }

    private static boolean refers(String field) {
        return field.equals("armId")
                || field.equals("key")
                || field.equals("operatorSpec")
                || field.endsWith("Reference")
                || field.endsWith("References")
                || field.endsWith("FromConfig");
    }
}
