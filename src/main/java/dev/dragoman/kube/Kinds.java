package dev.dragoman.kube;

import dev.dragoman.kube.failure.KindMissing;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Plural and scope of kinds, from the API server's discovery. Cached per group and version. For an
 * unknown kind, the API server is asked each time, since the kind's CRD may have been installed
 * meanwhile. Thread-safe.
 */
public final class Kinds {
    private final ApiServer api;
    private final Map<String, Map<String, Resource>> known = new ConcurrentHashMap<>();

    /**
     * A kind as the API server serves it.
     *
     * @param plural last part of the kind's address
     * @param namespaced whether its objects are in namespaces
     * @param status whether its objects have a status of their own address
     */
    public record Resource(String plural, boolean namespaced, boolean status) {}

    public Kinds(KubernetesClient client) {
        this.api = new ApiServer(client);
    }

    /**
     * Plural and scope of a kind.
     *
     * @throws KindMissing when the API server does not serve the kind; says what to install
     */
    public Resource resolve(String apiVersion, String kind) {
        var found = known.getOrDefault(apiVersion, Map.of()).get(kind);
        if (found != null) {
            return found;
        }
        var served = discover(apiVersion);
        known.put(apiVersion, served);
        found = served.get(kind);
        if (found == null) {
            throw new KindMissing(
                    "the API server does not serve %s %s: install its CustomResourceDefinition%s"
                            .formatted(apiVersion, kind, hint(apiVersion, kind)));
        }
        return found;
    }

    /** Removes an API version from the cache, after its kinds were found removed or changed. */
    void forget(String apiVersion) {
        known.remove(apiVersion);
    }

    private Map<String, Resource> discover(String apiVersion) {
        var root = apiVersion.contains("/") ? "/apis/" : "/api/";
        var list = api.get(root + apiVersion, "discover " + apiVersion).orElse(Map.of());
        var resources = new HashMap<String, Resource>();
        var all = Json.maps(list, "resources");
        var names = all.stream().map(each -> Json.text(each, "name")).collect(Collectors.toSet());
        for (var each : all) {
            var name = Json.text(each, "name");
            if (!name.contains("/")) {
                boolean namespaced = Boolean.TRUE.equals(each.get("namespaced"));
                resources.putIfAbsent(
                        Json.text(each, "kind"),
                        new Resource(name, namespaced, names.contains(name + "/status")));
            }
        }
        return resources;
    }

    private static String hint(String apiVersion, String kind) {
        var group = Fields.group(apiVersion);
        if (group.startsWith("keda.")) {
            return "s by installing KEDA";
        }
        return " with 'dragoman crds --kinds %s/%s', or the product that owns the group"
                .formatted(group.isEmpty() ? "core" : group, kind);
    }
}
