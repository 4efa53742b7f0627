package dev.dragoman.discovery.decision;

import static dev.dragoman.discovery.decision.ServiceObject.map;

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
                    rule("", List.of("secrets", "pods"), List.of("get", "list", "watch")),
                    rule("marin3r.3scale.net", List.of("*"), List.of("*")),
                    rule(
                            "discovery.k8s.io",
                            List.of("endpointslices"),
                            List.of("get", "list", "watch")));

    private Surroundings() {}

    private static Map<String, Object> rule(
            String group, List<String> resources, List<String> verbs) {
        return map("apiGroups", List.of(group), "resources", resources, "verbs", verbs);
    }

    static Map<String, Object> account(DiscoveryService service) {
        return ServiceObject.own(
                "v1", "ServiceAccount", service, DiscoveryNames.of(service.name()), Map.of());
    }

    static Map<String, Object> role(DiscoveryService service) {
        return ServiceObject.own(
                RBAC + "/v1",
                "Role",
                service,
                DiscoveryNames.of(service.name()),
                map("rules", RULES));
    }

    static Map<String, Object> binding(DiscoveryService service) {
        var name = DiscoveryNames.of(service.name());
        return ServiceObject.own(
                RBAC + "/v1",
                "RoleBinding",
                service,
                name,
                map(
                        "roleRef", map("apiGroup", RBAC, "kind", "Role", "name", name),
                        "subjects",
                                List.of(
                                        map(
                                                "kind",
                                                "ServiceAccount",
                                                "name",
                                                name,
                                                "namespace",
                                                service.namespace()))));
    }

    static Map<String, Object> service(DiscoveryService service) {
        boolean headless = HEADLESS.equals(service.serviceType());
        var spec = map("type", headless ? "ClusterIP" : service.serviceType());
        if (headless) {
            spec.put("clusterIP", "None");
        }
        spec.put("selector", service.labels());
        spec.put("sessionAffinity", "None");
        spec.put(
                "ports",
                List.of(
                        port("discovery", service.xdsPort()),
                        port("metrics", service.port("metricsPort", DiscoveryWorkload.METRICS))));
        return ServiceObject.own("v1", "Service", service, service.service(), map("spec", spec));
    }

    private static Map<String, Object> port(String name, int number) {
        return map("name", name, "port", number, "protocol", "TCP", "targetPort", name);
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
