package dev.dragoman.cli;

import static dev.dragoman.cli.ClusterRequests.at;
import static dev.dragoman.cli.ClusterRequests.maps;
import static dev.dragoman.cli.ClusterRequests.text;

import dev.dragoman.azure.model.TakenOver;
import dev.dragoman.cli.ClusterRequests.Refused;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Objects of any kind that are owned at a version which will not be served any more: the garbage
 * collector would delete them, because it takes the answer 404 for an owner that is gone.
 */
final class Dependents {
    private static final Set<String> NEVER_OWNED = Set.of("events", "leases");

    private final ClusterRequests cluster;
    private final BiFunction<String, String, String> longest;

    /**
     * @param longest as {@link TakenOver#owners} takes it
     */
    Dependents(ClusterRequests cluster, BiFunction<String, String, String> longest) {
        this.cluster = cluster;
        this.longest = longest;
    }

    /** An object, and the owner references that it should have. */
    record Found(String path, Map<String, Object> metadata, List<Map<String, Object>> owners) {}

    /**
     * All that there are now.
     *
     * @throws Refused when a kind cannot be listed, because its objects may be owned too
     */
    List<Found> find() {
        var out = new ArrayList<Found>();
        for (var group : groups().entrySet()) {
            var version = text(group.getValue(), "groupVersion");
            var root = version.contains("/") ? "/apis/" + version : "/api/" + version;
            for (var resource : maps(cluster.get(root).get("resources"))) {
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
        for (var group : maps(cluster.get("/apis").get("groups"))) {
            out.put(text(group, "name"), at(group, "preferredVersion"));
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
        try {
            list(root, name, out);
        } catch (Refused refused) {
            // a kind that stays with a conversion webhook that is gone: read as it is stored
            var group = root.replaceFirst("/apis?/", "").replaceFirst("/?[^/]*$", "");
            list("/apis/" + group + "/" + stored(name + "." + group, refused), name, out);
        }
    }

    private String stored(String definition, Refused otherwise) {
        var crd =
                cluster.find(
                        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/" + definition);
        return maps(at(crd, "spec").get("versions")).stream()
                .filter(v -> Boolean.TRUE.equals(v.get("storage")))
                .map(v -> text(v, "name"))
                .findFirst()
                .orElseThrow(() -> otherwise);
    }

    private void list(String root, String plural, List<Found> out) {
        cluster.list(
                root + "/" + plural,
                ClusterRequests.METADATA,
                object -> {
                    var meta = at(object, "metadata");
                    var owners = TakenOver.owners(meta, longest);
                    if (!owners.isEmpty() && !owners.equals(meta.get("ownerReferences"))) {
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
     * Writes the references of one, unless it has changed since.
     *
     * @throws Refused with 409 or 422 when it has changed, and 404 when it is gone
     */
    void write(Found found) {
        cluster.patch(
                found.path(),
                List.of(
                        operation("test", "/metadata/uid", found.metadata().get("uid")),
                        operation(
                                "test",
                                "/metadata/resourceVersion",
                                found.metadata().get("resourceVersion")),
                        operation("replace", "/metadata/ownerReferences", found.owners())));
    }

    private static Map<String, Object> operation(String op, String path, Object value) {
        return Map.of("op", op, "path", path, "value", value);
    }
}
