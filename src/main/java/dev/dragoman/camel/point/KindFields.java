package dev.dragoman.camel.point;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import dev.dragoman.settings.Nearest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The fields of Kubernetes' own kinds, as the client's classes have them. Thread-safe. */
final class KindFields {
    private static final String CLASSES = "io.fabric8.kubernetes.api.model.";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private KindFields() {}

    /**
     * The field that is meant where a path is misspelt; empty where it is not, and for other kinds.
     * A field that resembles none may be one of a newer version of Kubernetes.
     */
    static Optional<String> meant(Map<String, Object> object, List<String> path) {
        var type = MAPPER.constructType(type(object));
        for (var name : path) {
            if (type.isCollectionLikeType()) {
                type = type.getContentType();
            } else if (!type.getRawClass().getName().startsWith(CLASSES)) {
                return Optional.empty();
            } else {
                var fields =
                        MAPPER
                                .getSerializationConfig()
                                .introspect(type)
                                .findProperties()
                                .stream()
                                .collect(
                                        Collectors.toMap(
                                                BeanPropertyDefinition::getName,
                                                BeanPropertyDefinition::getPrimaryType));
                if (!fields.containsKey(name)) {
                    return Nearest.misspelt(name, fields.keySet());
                }
                type = fields.get(name);
            }
        }
        return Optional.empty();
    }

    /** The client's class of the object's kind: in the package of its group, or of its version. */
    private static Class<?> type(Map<String, Object> object) {
        var parts = String.valueOf(object.get("apiVersion")).split("/", 2);
        var group = parts.length < 2 ? "" : parts[0].replaceFirst("\\..*", "") + ".";
        for (var place : List.of(group, group + parts[parts.length - 1] + ".")) {
            try {
                return Class.forName(CLASSES + place + object.get("kind"));
            } catch (ClassNotFoundException | LinkageError other) {
                continue;
            }
        }
        return Map.class;
    }
}
