package dev.dragoman.discovery.decision;

import java.util.LinkedHashMap;
import java.util.Map;

/** Builds the objects of a DiscoveryService with their common metadata. */
final class ServiceObject {
    private ServiceObject() {}

    /**
     * An object with the labels of the DiscoveryService.
     *
     * @param fields the object's fields besides metadata, such as {@code spec}
     */
    static Map<String, Object> of(
            String apiVersion,
            String kind,
            DiscoveryService service,
            String namespace,
            String name,
            Map<String, Object> fields) {
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("name", name);
        metadata.put("namespace", namespace);
        metadata.put("labels", service.labels());
        var object = new LinkedHashMap<String, Object>();
        object.put("apiVersion", apiVersion);
        object.put("kind", kind);
        object.put("metadata", metadata);
        object.putAll(fields);
        return object;
    }

    /** An object in the namespace of the DiscoveryService. */
    static Map<String, Object> own(
            String apiVersion,
            String kind,
            DiscoveryService service,
            String name,
            Map<String, Object> fields) {
        return of(apiVersion, kind, service, service.namespace(), name, fields);
    }

    /** Sets an annotation of an object that is about to be applied. */
    @SuppressWarnings("unchecked") // made above
    static void annotate(Map<String, Object> object, String key, String value) {
        ((Map<String, Object>) object.get("metadata")).put("annotations", Map.of(key, value));
    }

    /** A mutable map in the order of the arguments, which are pairs of key and value. */
    static Map<String, Object> map(Object... pairs) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(String.valueOf(pairs[i]), pairs[i + 1]);
        }
        return map;
    }
}
