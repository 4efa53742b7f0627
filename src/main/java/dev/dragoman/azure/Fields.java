package dev.dragoman.azure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads fields of Kubernetes objects that are plain maps. Absent and malformed are the same. */
final class Fields {
    private Fields() {}

    static Map<String, Object> map(Map<String, Object> object, String... path) {
        Map<String, Object> here = object;
        for (var step : path) {
            if (!(here.get(step) instanceof Map<?, ?> next)) {
                return Map.of();
            }
            here = typed(next);
        }
        return here;
    }

    static Map<String, Object> spec(Map<String, Object> object) {
        return map(object, "spec");
    }

    static String metadata(Map<String, Object> object, String field) {
        return map(object, "metadata").get(field) instanceof String s ? s : "";
    }

    static String annotation(Map<String, Object> object, String key) {
        return map(object, "metadata", "annotations").get(key) instanceof String s ? s : "";
    }

    static boolean deleting(Map<String, Object> object) {
        return map(object, "metadata").containsKey("deletionTimestamp");
    }

    static long generation(Map<String, Object> object) {
        return map(object, "metadata").get("generation") instanceof Number n ? n.longValue() : 0;
    }

    static boolean hasFinalizer(Map<String, Object> object, String finalizer) {
        return map(object, "metadata").get("finalizers") instanceof List<?> list
                && list.contains(finalizer);
    }

    static boolean hasOwner(Map<String, Object> object, String uid) {
        return map(object, "metadata").get("ownerReferences") instanceof List<?> owners
                && owners.stream()
                        .anyMatch(o -> o instanceof Map<?, ?> owner && uid.equals(owner.get("uid")));
    }

    private static Map<String, Object> typed(Map<?, ?> map) {
        var out = new LinkedHashMap<String, Object>();
        map.forEach((k, v) -> out.put(String.valueOf(k), v));
        return out;
    }
}
