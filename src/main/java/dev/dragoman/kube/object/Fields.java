package dev.dragoman.kube.object;

import dev.dragoman.kube.Applier;
import dev.dragoman.reconcile.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads fields of Kubernetes objects that are plain maps. A malformed field counts as absent. */
public final class Fields {
    private Fields() {}

    /** The map under the path, not a copy; empty when there is none. */
    public static Map<String, Object> map(Map<String, Object> object, String... path) {
        return Json.map(object, path);
    }

    /** The API group of an {@code apiVersion}; empty for the core group. */
    public static String group(String apiVersion) {
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? "" : apiVersion.substring(0, slash);
    }

    /** Identity of an object. Requires apiVersion and kind, which items of a list lack. */
    public static ObjectKey key(Map<String, Object> object) {
        return new ObjectKey(
                group(String.valueOf(object.get("apiVersion"))),
                String.valueOf(object.get("kind")),
                metadata(object, "namespace"),
                metadata(object, "name"));
    }

    /** The spec; empty when there is none. */
    public static Map<String, Object> spec(Map<String, Object> object) {
        return map(object, "spec");
    }

    /** A text field of the metadata, such as the uid; empty when there is none. */
    public static String metadata(Map<String, Object> object, String field) {
        return map(object, "metadata").get(field) instanceof String s ? s : "";
    }

    /** Value of the annotation; empty when there is none. */
    public static String annotation(Map<String, Object> object, String key) {
        return map(object, "metadata", "annotations").get(key) instanceof String s ? s : "";
    }

    /** Whether the object is being deleted. */
    public static boolean deleting(Map<String, Object> object) {
        return map(object, "metadata").containsKey("deletionTimestamp");
    }

    /** Value of the label; empty when there is none. */
    public static String label(Map<String, Object> object, String key) {
        return map(object, "metadata", "labels").get(key) instanceof String s ? s : "";
    }

    /** The object's generation; 0 for kinds without one. */
    public static long generation(Map<String, Object> object) {
        return map(object, "metadata").get("generation") instanceof Number n ? n.longValue() : 0;
    }

    /** Whether the finalizer is set. */
    public static boolean hasFinalizer(Map<String, Object> object, String finalizer) {
        return map(object, "metadata").get("finalizers") instanceof List<?> list
                && list.contains(finalizer);
    }

    /** The condition of this type in the object's status. */
    public static Optional<Map<String, Object>> condition(Map<String, Object> object, String type) {
        return map(object, "status").get("conditions") instanceof List<?> all
                ? all.stream()
                        .map(each -> map(Json.object(type, each), type)) // it may be null
                        .filter(each -> type.equals(each.get("type")))
                        .findFirst()
                : Optional.empty();
    }

    /** Whether this manager's last apply contained the field at this path. */
    public static boolean applied(Map<String, Object> object, String manager, String... path) {
        var owned = OwnedFields.applied(object, manager);
        for (var each : path) {
            if (!(owned.get("f:" + each) instanceof Map<?, ?>)) {
                return false;
            }
            owned = Json.map(owned, "f:" + each);
        }
        return true;
    }

    /**
     * Whether an apply by this manager would leave a part of an object unchanged.
     *
     * @param wanted what will be applied
     * @param present the object as read, with its managedFields
     * @param part a top-level field of the object, such as {@code spec}
     */
    public static boolean keeps(
            Map<String, Object> wanted, Map<String, Object> present, String manager, String part) {
        var before = map(present, part);
        var after = map(wanted, part);
        return after.entrySet().stream()
                        .allMatch(each -> Json.same(each.getValue(), before.get(each.getKey())))
                && before.keySet().stream()
                        .filter(each -> !after.containsKey(each))
                        .noneMatch(each -> applied(present, manager, part, each));
    }

    /** The entries of managedFields. */
    public static List<Map<String, Object>> managed(Map<String, Object> object) {
        return Json.maps(Json.map(object, "metadata"), "managedFields");
    }

    /** The owner references. */
    public static List<Map<String, Object>> owners(Map<String, Object> object) {
        return Json.maps(Json.map(object, "metadata"), "ownerReferences");
    }

    /** A value of a Secret as text; empty when it is not Base64. */
    public static Optional<String> decoded(String value) {
        try {
            return Optional.of(
                    new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    /** The time that a text such as {@code 2027-01-31T00:00:00Z} names; empty for other texts. */
    public static Optional<Instant> time(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException none) {
            return Optional.empty();
        }
    }

    /** Whether an owner reference has this uid. */
    public static boolean hasOwner(Map<String, Object> object, String uid) {
        return map(object, "metadata").get("ownerReferences") instanceof List<?> owners
                && owners.stream()
                        .anyMatch(
                                o -> o instanceof Map<?, ?> owner && uid.equals(owner.get("uid")));
    }

    /**
     * Whether the object belongs to the owner as {@link Applier} marks it: by an owner reference,
     * or, from another namespace, by a label with the owner's uid.
     */
    public static boolean ownedBy(Map<String, Object> owner, Map<String, Object> object) {
        return Ownership.owns(owner, object);
    }

    /**
     * Whether the object in the owner's namespace belongs to the owner, or did so before a restore:
     * {@link Ownership#lost} and {@link Ownership#labelled}.
     *
     * @param labels labels of all objects that are made for the owner
     */
    public static boolean ownedOrRestored(
            Map<String, Object> owner, Map<String, Object> labels, Map<String, Object> object) {
        // an owner that is being deleted may have let the object go, as with --cascade=orphan
        return Ownership.owns(owner, object)
                || (!deleting(owner)
                        && metadata(owner, "namespace").equals(metadata(object, "namespace"))
                        && Ownership.lost(owner, object)
                        && Ownership.labelled(labels, object));
    }

    /** Label selector of the objects in other namespaces that belong to the owner. */
    public static String selectorOfOwned(Map<String, Object> owner) {
        return Ownership.OWNER_LABEL + "=" + Ownership.uid(owner);
    }
}
