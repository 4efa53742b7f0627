package dev.dragoman.agents.decision;

import java.util.LinkedHashMap;
import java.util.Map;

/** Builds the objects of a CDTarget with their common metadata. */
public final class TargetObject {
    private TargetObject() {}

    /**
     * An object in the target's namespace.
     *
     * @param field name of the field that holds the content, such as {@code spec}
     */
    public static Map<String, Object> of(
            String apiVersion,
            String kind,
            CdTarget target,
            String name,
            String field,
            Object content) {
        var labels = new LinkedHashMap<>(target.selector());
        labels.put(AgentNames.LABEL, "true");
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("name", name);
        metadata.put("namespace", target.namespace());
        metadata.put("labels", labels);
        var object = new LinkedHashMap<String, Object>();
        object.put("apiVersion", apiVersion);
        object.put("kind", kind);
        object.put("metadata", metadata);
        object.put(field, content);
        return object;
    }

    /** Sets an annotation of an object that is about to be applied. */
    @SuppressWarnings("unchecked") // made above
    static void annotate(Map<String, Object> object, String key, String value) {
        ((Map<String, Object>) object.get("metadata")).put("annotations", Map.of(key, value));
    }
}
