package dev.dragoman.camel.point;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import dev.dragoman.settings.Nearest;
import java.util.List;
import java.util.Map;

/** The fields of Kubernetes' own kinds, as the client's classes have them. Thread-safe. */
final class KindFields {
    private static final String CLASSES = "io.fabric8.kubernetes.api.model.";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private KindFields() {}

    /** Refuses a misspelt field. One that resembles none may be of a newer Kubernetes. */
    static void check(Map<String, Object> object, List<String> path) {
        var type = MAPPER.constructType(type(object));
        for (var name : path) {
            if (type.isCollectionLikeType()) {
                type = type.getContentType();
                // in the other place, or of a kind that the client does not have
            }
            if (!type.getRawClass().getName().startsWith(CLASSES)) {
                return;
            }
            var fields = MAPPER.getSerializationConfig().introspect(type).findProperties();
            var names = fields.stream().map(BeanPropertyDefinition::getName).toList();
            int at = names.indexOf(name);
            if (at < 0) {
                Nearest.refuse(name, names, "a " + object.get("kind") + " has no field " + path);
                return;
            }
            type = fields.get(at).getPrimaryType();
        }
    }

    /** The client's class of the object's kind: in the package of its group, or of its version. */
    private static Class<?> type(Map<String, Object> object) {
        var parts = String.valueOf(object.get("apiVersion")).split("/", 2);
        var group = parts.length < 2 ? "" : parts[0].replaceFirst("\\..*", "") + ".";
        for (var place : List.of(group, group + parts[parts.length - 1] + ".")) {
            try {
                return Class.forName(CLASSES + place + object.get("kind"));
            } catch (ClassNotFoundException | LinkageError other) {
                // in the other place, or of a kind that the client does not have
            }
        }
        return Map.class;
    }
}
