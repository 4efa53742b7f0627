package dev.dragoman.discovery.decision;

import static dev.dragoman.kube.object.Json.object;

import dev.dragoman.kube.object.Fields;
import java.util.List;
import java.util.Map;

/** Makes the ServiceAccount, the rights and the Service of a discovery service's pods. */
final class Surroundings {
    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final String HEADLESS = "Headless";

    /**
     * Rights of the pods: they read Secrets, pods and EndpointSlices, and change only MARIN3R's own
     * kinds.
     */
    private static final List<Map<String, Object>> RULES =
            List.of(
                    rule("", List.of("secrets", "pods"), "get", "list", "watch"),
                    rule("marin3r.3scale.net", List.of("*"), "*"),
                    rule("discovery.k8s.io", List.of("endpointslices"), "get", "list", "watch"));

    private Surroundings() {}

    private static Map<String, Object> rule(String group, List<String> resources, String... verbs) {
        return object("apiGroups", List.of(group), "resources", resources, "verbs", List.of(verbs));
    }

    static Map<String, Object> account(DiscoveryService service) {
        return service.manifest(
                "v1", "ServiceAccount", DiscoveryNames.of(service.name()), Map.of());
    }

    static Map<String, Object> role(DiscoveryService service) {
        var name = DiscoveryNames.of(service.name());
        return service.manifest(RBAC + "/v1", "Role", name, object("rules", RULES));
    }

    static Map<String, Object> binding(DiscoveryService service) {
        var name = DiscoveryNames.of(service.name());
        var role = object("apiGroup", RBAC, "kind", "Role", "name", name);
        var account = object("kind", "ServiceAccount", "name", name);
        account.put("namespace", service.namespace());
        var fields = object("roleRef", role, "subjects", List.of(account));
        return service.manifest(RBAC + "/v1", "RoleBinding", name, fields);
    }

    static Map<String, Object> service(DiscoveryService service) {
        boolean headless = HEADLESS.equals(service.serviceType());
        var spec = object("type", headless ? "ClusterIP" : service.serviceType());
        if (headless) {
            spec.put("clusterIP", "None");
        }
        spec.put("selector", service.labels());
        spec.put("sessionAffinity", "None");
        var metrics = port("metrics", service.port("metricsPort", DiscoveryWorkload.METRICS));
        spec.put("ports", List.of(port("discovery", service.xdsPort()), metrics));
        return service.manifest("v1", "Service", service.service(), object("spec", spec));
    }

    private static Map<String, Object> port(String name, int number) {
        return object("name", name, "port", number, "protocol", "TCP", "targetPort", name);
    }

    /**
     * Whether the live Service would have to change to or from headless, which the API server
     * refuses.
     */
    static boolean otherKind(DiscoveryService service, Map<String, Object> live) {
        boolean headless = "None".equals(Fields.spec(live).get("clusterIP"));
        return headless != HEADLESS.equals(service.serviceType());
    }

    /** Whether the spec may name this type. */
    static boolean isType(String type) {
        return List.of("ClusterIP", "LoadBalancer", HEADLESS).contains(type);
    }
}
