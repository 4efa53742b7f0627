package dev.dragoman.kube;

import java.util.List;
import java.util.Map;

/** Reads fields of Kubernetes objects that are plain maps. Absent and malformed are the same. */
public final class Fields {
    private Fields() {}

    /** The map under the path, not a copy; empty when there is none. */
    public static Map<String, Object> map(Map<String, Object> object, String... path) {
        return Json.map(object, path);
    }

    /** The API group of an {@code apiVersion}; empty for the core group. */
    public static String group(String apiVersion) {
        return Target.group(apiVersion);
    }

    /** The spec; empty when there is none. */
    public static Map<String, Object> spec(Map<String, Object> object) {
        return map(object, "spec");
    }

    /** A text of the metadata, such as its uid; empty when there is none. */
    public static String metadata(Map<String, Object> object, String field) {
        return map(object, "metadata").get(field) instanceof String s ? s : "";
    }

    /** Value of the annotation; empty when there is none. */
    public static String annotation(Map<String, Object> object, String key) {
        return map(object, "metadata", "annotations").get(key) instanceof String s ? s : "";
    }

    /** Whether its deletion was asked for. */
    public static boolean deleting(Map<String, Object> object) {
        return map(object, "metadata").containsKey("deletionTimestamp");
    }

    /** Value of the label; empty when there is none. */
    public static String label(Map<String, Object> object, String key) {
        return map(object, "metadata", "labels").get(key) instanceof String s ? s : "";
    }

    /** Its generation; 0 for kinds that count none. */
    public static long generation(Map<String, Object> object) {
        return map(object, "metadata").get("generation") instanceof Number n ? n.longValue() : 0;
    }

    /** Whether the finalizer is set. */
    public static boolean hasFinalizer(Map<String, Object> object, String finalizer) {
        return map(object, "metadata").get("finalizers") instanceof List<?> list
                && list.contains(finalizer);
    }

    /** Whether an owner reference has this uid. */
    public static boolean hasOwner(Map<String, Object> object, String uid) {
        return map(object, "metadata").get("ownerReferences") instanceof List<?> owners
                && owners.stream()
                        .anyMatch(
                                o -> o instanceof Map<?, ?> owner && uid.equals(owner.get("uid")));
    }
}
