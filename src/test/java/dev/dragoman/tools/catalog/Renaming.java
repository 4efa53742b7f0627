package dev.dragoman.tools.catalog;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.azure.model.Owner;
import dev.dragoman.azure.model.Reference;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.tools.catalog.SampleFolder.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The objects of a folder under the names that the harness gave them when it made the recording:
 * their own, those of their owners and of what they refer to. The harness's resource group is
 * added, and so are the Secrets and ConfigMaps that nobody writes.
 */
final class Renaming {
    private static final Pattern OBJECT_NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]*[a-z0-9])?");

    private final Map<Sample, String> placed;
    private final Map<String, String> nameByPath = new HashMap<>();
    private final Map<String, String> nameById = new HashMap<>();
    private final Set<String> pathsLeftOut = new LinkedHashSet<>();
    private final List<String> leftOut = new ArrayList<>();
    private final List<Map<String, Object>> objects = new ArrayList<>();

    /** Secrets and ConfigMaps of the folder, by kind and name. */
    private final Map<String, Map<String, Object>> given = new HashMap<>();

    Renaming(Catalog catalog, List<Map<String, Object>> all, Recordings recording) {
        placed = new LinkedHashMap<>(new SampleFolder(catalog, all, recording).placed());
        for (Map<String, Object> object : all) {
            if ("v1".equals(object.get("apiVersion"))) {
                given.put(object.get("kind") + "/" + name(object), object);
            } else if (placed.keySet().stream()
                    .noneMatch(sample -> sample.object().equals(object))) {
                leftOut.add(label(object) + ": not in the catalog, or not recorded");
            }
        }
        var group = group(catalog, recording);
        group.ifPresent(o -> nameByPath.put(key(recording.resourceGroupPath()), name(o)));
        placed.forEach(this::name);
        boolean more = true;
        while (more) {
            more = placed.entrySet().removeIf(e -> isUnsupported(e.getKey(), e.getValue()));
        }
        if (!placed.isEmpty()) {
            group.ifPresent(objects::add);
            placed.forEach((sample, path) -> objects.add(renamed(sample, path)));
            addInputs();
        }
    }

    List<Map<String, Object>> objects() {
        return objects;
    }

    List<String> leftOut() {
        return leftOut;
    }

    boolean isLeftOut(String path) {
        return pathsLeftOut.contains(key(path));
    }

    private static String key(String path) {
        return path.toLowerCase(Locale.ROOT);
    }

    private static String label(Map<String, Object> object) {
        return object.get("apiVersion") + " " + object.get("kind") + " " + name(object);
    }

    private static String name(Map<String, Object> object) {
        return (String) Schemas.object(object.get("metadata")).get("name");
    }

    /** The harness's own, unless the folder has it. */
    private Optional<Map<String, Object>> group(Catalog catalog, Recordings recording) {
        String path = recording.resourceGroupPath();
        if (path.isEmpty() || placed.containsValue(path)) {
            return Optional.empty();
        }
        AzureKind kind = catalog.find("resources.azure.com", "ResourceGroup").orElseThrow();
        Recordings.Put put = recording.puts().get(path).getFirst();
        var version =
                kind.versions().stream()
                        .filter(v -> v.apiVersion().equals(put.apiVersion()))
                        .findFirst()
                        .orElseThrow();
        Map<String, Object> spec = new LinkedHashMap<>(put.body());
        spec.remove("name");
        return Optional.of(
                object(
                        kind.group() + "/" + version.names().getFirst(),
                        kind.kind(),
                        Map.of("name", new ResourceId(path).name()),
                        "spec",
                        spec));
    }

    private static Map<String, Object> object(
            String apiVersion, String kind, Map<String, Object> metadata, String key, Object rest) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("apiVersion", apiVersion);
        out.put("kind", kind);
        out.put("metadata", metadata);
        out.put(key, rest);
        return out;
    }

    private void name(Sample sample, String path) {
        String recorded = new ResourceId(path).name();
        boolean keeps =
                sample.kind().fixedName().isPresent()
                        || sample.spec().containsKey("azureName")
                        || !OBJECT_NAME.matcher(recorded).matches();
        // a sample with a name that no API server takes keeps it in Azure
        String name = keeps ? sample.name().replace('_', '-') : recorded;
        nameByPath.put(key(path), name);
        nameById.put(sample.kind().id() + "/" + sample.name(), name);
    }

    /** Needs something that is not applied either. */
    private boolean isUnsupported(Sample sample, String path) {
        boolean owned =
                Owner.of(sample.kind(), sample.spec())
                        .map(owner -> owner.byArmId() || isApplied(parent(path)))
                        .orElse(true);
        Optional<Reference> missing =
                ArmBody.references(sample.version(), sample.spec()).stream()
                        .filter(r -> r.type() == Reference.Type.ARM && !r.name().isEmpty())
                        .filter(r -> !isApplied(r))
                        .findFirst();
        if (owned && missing.isEmpty()) {
            return false;
        }
        pathsLeftOut.add(key(path));
        nameByPath.remove(key(path));
        leftOut.add(
                label(sample.object())
                        + ": "
                        + missing.map(Reference::toString).orElse("its owner")
                        + " is left out");
        return true;
    }

    private static String parent(String path) {
        return key(new ResourceId(path).parent().map(ResourceId::text).orElse("/"));
    }

    private boolean isApplied(String path) {
        return nameByPath.containsKey(path);
    }

    private boolean isApplied(Reference to) {
        return placed.keySet().stream()
                .anyMatch(
                        sample ->
                                sample.name().equals(to.name())
                                        && sample.kind().kind().equals(to.kind())
                                        && sample.kind().group().equals(to.group()));
    }

    private Map<String, Object> renamed(Sample sample, String path) {
        Map<String, Object> metadata =
                new LinkedHashMap<>(Schemas.object(sample.object().get("metadata")));
        metadata.remove("namespace");
        metadata.put("name", nameByPath.get(key(path)));
        Map<String, Object> spec = new LinkedHashMap<>(references(sample.spec()));
        if (sample.kind().fixedName().isEmpty()
                && !new ResourceId(path).name().equals(metadata.get("name"))) {
            spec.put("azureName", new ResourceId(path).name());
        }
        Map<String, Object> owner = new LinkedHashMap<>(Schemas.object(spec.get("owner")));
        if (owner.containsKey("name")) {
            owner.put("name", nameByPath.get(parent(path)));
            spec.put("owner", owner);
        }
        return object(
                (String) sample.object().get("apiVersion"),
                sample.kind().kind(),
                metadata,
                "spec",
                spec);
    }

    private Map<String, Object> references(Map<String, Object> object) {
        Map<String, Object> out = new LinkedHashMap<>();
        object.forEach((key, value) -> out.put(key, references(value)));
        String id = object.get("kind") + "." + object.get("group") + "/" + object.get("name");
        Optional.ofNullable(nameById.get(id)).ifPresent(name -> out.put("name", name));
        return out;
    }

    private Object references(Object value) {
        return switch (value) {
            case Map<?, ?> map -> references(Schemas.object(map));
            case List<?> list -> list.stream().map(this::references).toList();
            case null, default -> value;
        };
    }

    /** Secrets and ConfigMaps with a value that equals every recorded one. */
    private void addInputs() {
        Map<String, Map<String, Object>> inputs = new LinkedHashMap<>();
        Set<String> written = new LinkedHashSet<>();
        for (Sample sample : placed.keySet()) {
            names(sample.spec().get("operatorSpec"), written);
            for (Reference reference : ArmBody.references(sample.version(), sample.spec())) {
                if (reference.type() != Reference.Type.ARM) {
                    boolean config = reference.type() == Reference.Type.CONFIG;
                    String key = reference.key().isEmpty() ? Recorded.ANY : reference.key();
                    inputs.computeIfAbsent(
                                    (config ? "ConfigMap/" : "Secret/") + reference.name(),
                                    n -> new LinkedHashMap<>())
                            .put(key, Recorded.ANY);
                }
            }
        }
        inputs.forEach(
                (id, data) -> {
                    String[] parts = id.split("/", 2);
                    if (given.containsKey(id)) {
                        var own = given.get(id);
                        String field = own.containsKey("stringData") ? "stringData" : "data";
                        objects.add(
                                object(
                                        "v1",
                                        parts[0],
                                        Map.of("name", parts[1]),
                                        field,
                                        own.get(field)));
                    } else if (!written.contains(parts[1])) {
                        objects.add(
                                object(
                                        "v1",
                                        parts[0],
                                        Map.of("name", parts[1]),
                                        parts[0].equals("Secret") ? "stringData" : "data",
                                        data));
                    }
                });
    }

    private static void names(Object value, Set<String> into) {
        if (value instanceof Map<?, ?> map) {
            if (map.get("name") instanceof String name) {
                into.add(name);
            }
            map.values().forEach(inner -> names(inner, into));
        } else if (value instanceof List<?> expressions) {
            expressions.forEach(each -> names(each, into));
        }
    }
}
