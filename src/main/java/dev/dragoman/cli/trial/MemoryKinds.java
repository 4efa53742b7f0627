package dev.dragoman.cli.trial;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.composition.Rights;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.GroupKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The kinds that a cluster in memory serves: those of Kubernetes, the Azure kinds, and what else is
 * added. Each is served in every version. Thread-safe.
 */
final class MemoryKinds {
    private static final Map<String, List<String>> NAMESPACED =
            Map.of(
                    "",
                    List.of(
                            "ConfigMap",
                            "Event",
                            "LimitRange",
                            "PersistentVolumeClaim",
                            "Pod",
                            "ResourceQuota",
                            "Secret",
                            "Service",
                            "ServiceAccount"),
                    "apps",
                    List.of("DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"),
                    "autoscaling",
                    List.of("HorizontalPodAutoscaler"),
                    "batch",
                    List.of("CronJob", "Job"),
                    "coordination.k8s.io",
                    List.of("Lease"),
                    "discovery.k8s.io",
                    List.of("EndpointSlice"),
                    "events.k8s.io",
                    List.of("Event"),
                    "networking.k8s.io",
                    List.of("Ingress", "NetworkPolicy"),
                    "policy",
                    List.of("PodDisruptionBudget"),
                    "rbac.authorization.k8s.io",
                    List.of("Role", "RoleBinding"));

    private static final Map<String, List<String>> OF_THE_CLUSTER =
            Map.of(
                    "",
                    List.of("Namespace", "Node", "PersistentVolume"),
                    "apiextensions.k8s.io",
                    List.of("CustomResourceDefinition"),
                    "networking.k8s.io",
                    List.of("IngressClass"),
                    "rbac.authorization.k8s.io",
                    List.of("ClusterRole", "ClusterRoleBinding"),
                    "scheduling.k8s.io",
                    List.of("PriorityClass"),
                    "storage.k8s.io",
                    List.of("StorageClass"));

    /** Kinds of Kubernetes without a status of its own address. */
    private static final Set<String> STATELESS =
            Set.of(
                    "ConfigMap",
                    "Endpoints",
                    "Event",
                    "LimitRange",
                    "Secret",
                    "ServiceAccount",
                    "Role",
                    "RoleBinding",
                    "ClusterRole",
                    "ClusterRoleBinding",
                    "Lease");

    private final Map<GroupKind, Served> served = new LinkedHashMap<>();
    private final Map<Address, GroupKind> addresses = new HashMap<>();
    private final Set<GroupKind> missing;

    /**
     * @param missing kinds that the cluster does not serve, although it usually would
     */
    MemoryKinds(Set<GroupKind> missing) {
        this.missing = Set.copyOf(missing);
        add("", "Endpoints", "endpoints", true);
        NAMESPACED.forEach((group, all) -> all.forEach(each -> add(group, each, true)));
        OF_THE_CLUSTER.forEach((group, all) -> all.forEach(each -> add(group, each, false)));
        Catalog.load().names().forEach(each -> add(each.group(), each.kind(), each.plural(), true));
    }

    private record Served(String plural, boolean namespaced) {}

    private record Address(String group, String plural) {}

    /** Adds a kind; one that is known stays as it is. */
    void add(String group, String kind, boolean namespaced) {
        add(group, kind, Rights.plural(new GroupKind(group, kind)), namespaced);
    }

    private synchronized void add(String group, String kind, String plural, boolean namespaced) {
        var key = new GroupKind(group, kind);
        if (!missing.contains(key) && !served.containsKey(key)) {
            served.put(key, new Served(plural, namespaced));
            addresses.put(new Address(group, plural), key);
        }
    }

    /** Whether objects of the kind lie in namespaces. */
    synchronized boolean isNamespaced(GroupKind kind) {
        return !served.containsKey(kind) || served.get(kind).namespaced();
    }

    /**
     * The version in which objects of the kind are stored, as the definition of Azure kinds says.
     */
    String stored(GroupKind kind, String apiVersion) {
        return Catalog.load()
                .find(kind.group(), kind.kind())
                .map(each -> kind.group() + "/" + each.newest().names().getFirst())
                .orElse(apiVersion);
    }

    boolean hasStatus(GroupKind kind) {
        return !STATELESS.contains(kind.kind());
    }

    /** The kind with the last part of its address. */
    synchronized Optional<GroupKind> find(String group, String plural) {
        return Optional.ofNullable(addresses.get(new Address(group, plural)));
    }

    /** What discovery answers for a group; empty when it has no kind. */
    synchronized Optional<Map<String, Object>> discovery(String group, String version) {
        var resources = new ArrayList<Object>();
        served.forEach(
                (kind, as) -> {
                    if (kind.group().equals(group)) {
                        resources.add(resource(kind, as.plural(), as));
                        if (hasStatus(kind)) {
                            resources.add(resource(kind, as.plural() + "/status", as));
                        }
                    }
                });
        return resources.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        Json.object(
                                "kind",
                                "APIResourceList",
                                "apiVersion",
                                "v1",
                                "groupVersion",
                                group.isEmpty() ? version : group + "/" + version,
                                "resources",
                                resources));
    }

    private static Map<String, Object> resource(GroupKind kind, String name, Served as) {
        return Json.object("name", name, "kind", kind.kind(), "namespaced", as.namespaced());
    }
}
