package dev.dragoman.kube.object;

import java.util.Map;

/** Makes objects that are to be applied. */
public final class Manifest {
    private Manifest() {}

    /**
     * An object with labels. The returned map may be changed.
     *
     * @param fields the fields besides metadata, such as {@code spec}
     */
    public static Map<String, Object> of(
            String apiVersion,
            String kind,
            Map<String, Object> labels,
            String namespace,
            String name,
            Map<String, Object> fields) {
        var metadata = Json.object("name", name, "namespace", namespace, "labels", labels);
        var object = Json.object("apiVersion", apiVersion, "kind", kind, "metadata", metadata);
        object.putAll(fields);
        return object;
    }

    /** Sets the only annotation of an object that was made here. */
    public static void annotate(Map<String, Object> object, String key, String value) {
        Json.map(object, "metadata").put("annotations", Map.of(key, value));
    }
}
