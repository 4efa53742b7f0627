package dev.dragoman.cli.cluster;

import static dev.dragoman.cli.cluster.ClusterRequests.operation;
import static dev.dragoman.kube.object.Json.map;
import static dev.dragoman.kube.object.Json.maps;
import static dev.dragoman.kube.object.Json.text;

import dev.dragoman.cli.cluster.ClusterRequests.Refused;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds objects of any kind whose owner references must be rewritten before their owners change.
 * The garbage collector deletes an object when its owner does not exist, or when the reference
 * names a version that is no longer served.
 */
public record Dependents(ClusterRequests cluster, Owners wanted) {
    private static final Set<String> NEVER_OWNED = Set.of("events", "leases");
    private static final int TRIES = 25;

    /** Which owner references an object should have. */
    public interface Owners {
        /**
         * The owner references that the object should have.
         *
         * @param resource the object's resource, {@code PLURAL.GROUP}; {@code PLURAL.} in the core
         *     group
         * @param metadata metadata of the object
         */
        List<Map<String, Object>> of(String resource, Map<String, Object> metadata);
    }

    /** An object, and the owner references that it should have. */
    public record Found(
            String path, Map<String, Object> metadata, List<Map<String, Object>> owners) {}

    /**
     * All objects whose owner references differ from those that they should have.
     *
     * @throws Refused when a kind cannot be listed; its objects may have owner references too
     */
    public List<Found> find() {
        for (int left = TRIES; ; left--) {
            try {
                return look();
            } catch (Refused refused) {
                // a kind that was deleted just now is still in discovery, and gives 404
                if (refused.code != 404 || left == 0) {
                    throw refused;
                }
                ClusterRequests.pause();
            }
        }
    }

    private List<Found> look() {
        var out = new ArrayList<Found>();
        for (var group : groups().entrySet()) {
            var version = text(group.getValue(), "groupVersion");
            var root = version.contains("/") ? "/apis/" + version : "/api/" + version;
            for (var resource : maps(cluster.get(root), "resources")) {
                if (listed(resource)) {
                    collect(root, resource, out);
                }
            }
        }
        return out;
    }

    private Map<String, Map<String, Object>> groups() {
        var out = new LinkedHashMap<String, Map<String, Object>>();
        out.put("", Map.of("groupVersion", "v1"));
        for (var group : maps(cluster.get("/apis"), "groups")) {
            out.put(text(group, "name"), map(group, "preferredVersion"));
        }
        return out;
    }

    private static boolean listed(Map<String, Object> resource) {
        return resource.get("verbs") instanceof List<?> verbs
                && verbs.contains("list")
                && verbs.contains("patch")
                && Boolean.TRUE.equals(resource.get("namespaced"))
                && !NEVER_OWNED.contains(text(resource, "name"));
    }

    private void collect(String root, Map<String, Object> resource, List<Found> out) {
        var name = text(resource, "name");
        var group = root.replaceFirst("/apis?/", "").replaceFirst("/?[^/]*$", "");
        var full = name + "." + group;
        try {
            list(root, name, full, out);
        } catch (Refused refused) {
            // the kind's conversion webhook may be missing, so this reads the stored version, which
            // needs no conversion
            list("/apis/" + group + "/" + stored(full, refused), name, full, out);
        }
    }

    private String stored(String definition, Refused otherwise) {
        var crd =
                cluster.find(
                        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/" + definition);
        return maps(map(crd, "spec"), "versions").stream()
                .filter(v -> Boolean.TRUE.equals(v.get("storage")))
                .map(v -> text(v, "name"))
                .findFirst()
                .orElseThrow(() -> otherwise);
    }

    private void list(String root, String plural, String resource, List<Found> out) {
        cluster.list(
                root + "/" + plural,
                ClusterRequests.METADATA,
                object -> {
                    var meta = map(object, "metadata");
                    var present = maps(meta, "ownerReferences");
                    var owners = present.isEmpty() ? present : wanted.of(resource, meta);
                    if (!owners.equals(present)) {
                        var path =
                                "%s/namespaces/%s/%s/%s"
                                        .formatted(
                                                root,
                                                text(meta, "namespace"),
                                                plural,
                                                text(meta, "name"));
                        out.add(new Found(path, meta, owners));
                    }
                });
    }

    /**
     * Writes the owner references of an object, unless the object has changed since {@link #find}.
     *
     * @throws Refused with 409 or 422 when the object has changed, and 404 when it does not exist
     *     any more
     */
    public void write(Found found) {
        var version = found.metadata().get("resourceVersion");
        cluster.patch(
                found.path(),
                List.of(
                        operation("test", "/metadata/uid", found.metadata().get("uid")),
                        operation("test", "/metadata/resourceVersion", version),
                        operation("replace", "/metadata/ownerReferences", found.owners())));
    }
}
