package dev.dragoman.tools.catalog;

import dev.dragoman.azure.catalog.BodyField;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The configuration of one API group: style of the payload, renamed fields, exports, and the
 * overrides of this project.
 */
record GroupConfig(
        String group,
        Map<String, Object> model,
        Map<String, Object> emptyCollectionTypes,
        Map<String, Object> kept,
        Map<String, Object> keys,
        Map<String, Object> hidden,
        Map<String, Object> sources,
        Map<String, String> renames) {
    /** A collection that is sent as empty instead of null when it is unset. */
    record EmptyCollection(String kind, String path, String field) {}

    static GroupConfig of(
            String group, Map<String, Object> yaml, Map<String, Object> overrides) {
        var model = Schemas.object(yaml.get("groupModelConfiguration"));
        Map<String, String> renames = new LinkedHashMap<>();
        for (Object types : model.values()) {
            for (Object properties : types instanceof Map<?, ?> map ? map.values() : List.of()) {
                for (var property : maps(properties).entrySet()) {
                    if (property.getValue().get("$renameTo") instanceof String name) {
                        renames.put(property.getKey(), name);
                    }
                }
            }
        }
        return new GroupConfig(
                group,
                model,
                Schemas.object(overrides.get("emptyCollections")),
                Schemas.object(overrides.get("kept")),
                Schemas.object(overrides.get("keys")),
                Schemas.object(overrides.get("hidden")),
                Schemas.object(overrides.get("sources")),
                renames);
    }

    /** The entries whose values are objects. */
    private static Map<String, Map<String, Object>> maps(Object properties) {
        Map<String, Map<String, Object>> out = new LinkedHashMap<>();
        if (properties instanceof Map<?, ?> map) {
            map.forEach(
                    (name, value) -> {
                        if (value instanceof Map<?, ?>) {
                            out.put(String.valueOf(name), Schemas.object(value));
                        }
                    });
        }
        return out;
    }

    /**
     * Whether the elements of a field are child resources, which a PUT of the parent must not
     * delete.
     */
    boolean kept(String kind, String path) {
        return ((List<?>) kept.getOrDefault(id(kind), List.of())).contains(path);
    }

    /** Whether a GET does not return a field, although the answer to a PUT has it. */
    boolean hidden(String kind, String path) {
        return ((List<?>) hidden.getOrDefault(id(kind), List.of())).contains(path);
    }

    /** Names of the kept fields directly below a path. */
    List<String> keptBelow(String kind, String path) {
        return ((List<?>) kept.getOrDefault(id(kind), List.of()))
                .stream()
                        .map(String.class::cast)
                        .filter(each -> each.startsWith(path + "."))
                        .map(each -> each.substring(path.length() + 1))
                        .filter(each -> !each.contains("."))
                        .toList();
    }

    /** The field by which Azure identifies the elements of a list; empty when unknown. */
    String key(String kind, String path) {
        return (String) Schemas.object(keys.get(id(kind))).getOrDefault(path, "");
    }

    /** The source of a field's value, if an override sets it. */
    Optional<BodyField.Source> source(String kind, String path) {
        return Optional.ofNullable(Schemas.object(sources.get(id(kind))).get(path))
                .map(name -> BodyField.Source.valueOf((String) name));
    }

    /** The name of a kind or a type in the overrides. */
    private String id(String name) {
        return group + "/" + name;
    }

    boolean sendsUnsetCollections() {
        return "explicitCollections".equals(model.get("$payloadType"));
    }

    String renamed(String armName) {
        return renames.getOrDefault(armName, armName);
    }

    /** The collections that are sent as empty instead of null in this api-version. */
    Set<EmptyCollection> sentEmpty(String apiVersion) {
        Set<EmptyCollection> out = new LinkedHashSet<>();
        types(apiVersion)
                .forEach(
                        (type, properties) -> {
                            var place = Schemas.object(emptyCollectionTypes.get(id(type)));
                            for (var property : maps(properties).entrySet()) {
                                if ("explicitEmptyCollections"
                                                .equals(property.getValue().get("$payloadType"))
                                        && !place.isEmpty()) {
                                    out.add(
                                            new EmptyCollection(
                                                    (String) place.get("kind"),
                                                    (String) place.get("path"),
                                                    property.getKey()));
                                }
                            }
                        });
        return out;
    }

    /** The configuration of a kind in one api-version; empty when there is none. */
    Map<String, Object> ofKind(String apiVersion, String kind) {
        for (Object type : types(apiVersion).values()) {
            if (type instanceof Map<?, ?> map && kind.equals(map.get("$exportAs"))) {
                return Schemas.object(map);
            }
        }
        return Map.of();
    }

    private Map<String, Object> types(String apiVersion) {
        return model.get(apiVersion) instanceof Map<?, ?> types ? Schemas.object(types) : Map.of();
    }
}
