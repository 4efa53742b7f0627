package dev.dragoman.kube.object;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Marks an object with its owner, and reads the mark. The mark is an owner reference where
 * Kubernetes allows one. For an owner in another namespace, the mark is a label with the owner's
 * uid, because the garbage collector would delete an object whose owner reference crosses
 * namespaces.
 */
public final class Ownership {
    /** Label with the uid of an owner in another namespace. */
    public static final String OWNER_LABEL = "dragoman.dev/owner-uid";

    private Ownership() {}

    public static String uid(Map<String, Object> object) {
        return Json.text(Json.map(object, "metadata"), "uid");
    }

    /** Whether an owner reference may be used: the owner is cluster-scoped or in that namespace. */
    static boolean referable(Map<String, Object> owner, String dependantNamespace) {
        var namespace = Json.text(Json.map(owner, "metadata"), "namespace");
        return namespace.isEmpty() || namespace.equals(dependantNamespace);
    }

    /**
     * Writes the mark into an object that is about to be applied.
     *
     * @param desired with mutable metadata
     * @param namespace namespace of the object
     */
    @SuppressWarnings("unchecked")
    public static void mark(
            Map<String, Object> desired, Map<String, Object> owner, String namespace) {
        var metadata = (Map<String, Object>) desired.get("metadata");
        if (!referable(owner, namespace)) {
            var labels = new LinkedHashMap<>(Json.map(metadata, "labels"));
            labels.put(OWNER_LABEL, uid(owner));
            metadata.put("labels", labels);
            return;
        }
        var references = new ArrayList<>(Json.maps(metadata, "ownerReferences"));
        references.removeIf(r -> uid(owner).equals(r.get("uid")));
        references.add(reference(owner));
        metadata.put("ownerReferences", references);
    }

    /**
     * A controller reference to the owner, without blockOwnerDeletion: that would need a right on
     * the owner's finalizers.
     */
    public static Map<String, Object> reference(Map<String, Object> owner) {
        var reference = new LinkedHashMap<String, Object>();
        reference.put("apiVersion", Json.text(owner, "apiVersion"));
        reference.put("kind", Json.text(owner, "kind"));
        reference.put("name", Json.text(Json.map(owner, "metadata"), "name"));
        reference.put("uid", uid(owner));
        reference.put("controller", true);
        return reference;
    }

    public static boolean owns(Map<String, Object> owner, Map<String, Object> object) {
        var metadata = Json.map(object, "metadata");
        if (!referable(owner, Json.text(metadata, "namespace"))) {
            return uid(owner).equals(Json.map(metadata, "labels").get(OWNER_LABEL));
        }
        return Json.maps(metadata, "ownerReferences").stream()
                .anyMatch(r -> uid(owner).equals(r.get("uid")));
    }

    /**
     * Whether the object has lost this owner, as in a restore: it has no owner, or only owners of
     * the same kind and name with another uid, which were in another cluster.
     */
    public static boolean lost(Map<String, Object> owner, Map<String, Object> object) {
        return lost(owner, object, any -> true);
    }

    /**
     * As {@link #lost}, but of the object's owners only a controller counts. Others come with what
     * the object means: an Azure object is owned by the one in which its resource lies.
     */
    public static boolean lostController(Map<String, Object> owner, Map<String, Object> object) {
        return lost(owner, object, each -> Boolean.TRUE.equals(each.get("controller")));
    }

    private static boolean lost(
            Map<String, Object> owner,
            Map<String, Object> object,
            Predicate<Map<String, Object>> counts) {
        var metadata = Json.map(object, "metadata");
        return Json.maps(metadata, "ownerReferences").stream()
                        .filter(counts)
                        .allMatch(each -> former(owner, each))
                && (!referable(owner, Json.text(metadata, "namespace"))
                        || !Json.map(metadata, "labels").containsKey(OWNER_LABEL));
    }

    private static boolean former(Map<String, Object> owner, Map<String, Object> reference) {
        return Json.text(owner, "kind").equals(reference.get("kind"))
                && Json.text(Json.map(owner, "metadata"), "name").equals(reference.get("name"))
                && Fields.group(Json.text(owner, "apiVersion"))
                        .equals(Fields.group(Json.text(reference, "apiVersion")))
                && !uid(owner).equals(reference.get("uid"));
    }

    /**
     * Whether the object has all these labels, of which there is at least one, besides the label
     * with the owner's uid.
     */
    public static boolean labelled(Map<String, Object> labels, Map<String, Object> object) {
        var wanted = new LinkedHashMap<>(labels);
        wanted.remove(OWNER_LABEL);
        return !wanted.isEmpty()
                && Json.map(Json.map(object, "metadata"), "labels")
                        .entrySet()
                        .containsAll(wanted.entrySet());
    }

    /**
     * Whether the manager has applied the object. An update by the same manager, or a write that
     * changes only the status, does not count.
     */
    public static boolean managed(Map<String, Object> object, String manager) {
        return OwnedFields.entry(object, manager, "Apply", "").isPresent();
    }

    /**
     * Whether the manager has applied the object, or has withdrawn its owner since. A withdrawal
     * ({@code Departure}) is an update, after which managedFields still names the manager.
     */
    public static boolean left(Map<String, Object> object, String manager) {
        return managed(object, manager)
                || OwnedFields.entry(object, manager, "Update", "").isPresent();
    }

    /** The owners of an object, or else its field managers, as text for messages. */
    public static String describe(Map<String, Object> object) {
        var metadata = Json.map(object, "metadata");
        var owners =
                Json.maps(metadata, "ownerReferences").stream()
                        .map(r -> Json.text(r, "kind") + " " + Json.text(r, "name"))
                        .collect(Collectors.joining(", "));
        if (!owners.isEmpty()) {
            return owners;
        }
        var label = Json.map(metadata, "labels").get(OWNER_LABEL);
        if (label != null) {
            return "another object with the uid " + label;
        }
        var managers =
                Json.maps(metadata, "managedFields").stream()
                        .map(e -> Json.text(e, "manager"))
                        .distinct()
                        .collect(Collectors.joining(", "));
        return managers.isEmpty() ? "an unknown owner" : "the field manager " + managers;
    }
}
