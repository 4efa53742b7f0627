package dev.dragoman.namespaces.template;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Objects and labels that settings add to every vended namespace, in addition to the template.
 * Immutable.
 *
 * @param podSecurity level that the Pod Security labels enforce; empty for no labels
 * @param quota hard limits of a ResourceQuota by resource; empty for no ResourceQuota
 * @param limits entries of a LimitRange for containers, such as {@code default.cpu}; empty for no
 *     LimitRange
 * @param defaultDeny whether a NetworkPolicy denies all traffic that no other policy allows
 */
public record Extras(
        Optional<String> podSecurity,
        Map<String, String> quota,
        Map<String, String> limits,
        boolean defaultDeny) {
    private static final List<String> LIMITS = List.of("default", "defaultRequest", "max", "min");
    private static final String POD_SECURITY = "pod-security.kubernetes.io/";

    public Extras {
        quota = Map.copyOf(quota);
        limits = Map.copyOf(limits);
        limits.keySet()
                .forEach(
                        key -> {
                            if (LIMITS.stream().noneMatch(kind -> key.matches(kind + "\\..+"))) {
                                throw new IllegalArgumentException(
                                        "DRAGOMAN_NAMESPACES_LIMITS: '%s' is not one of %s with a resource, such as default.cpu"
                                                .formatted(key, LIMITS));
                            }
                        });
    }

    /** Further labels of the Namespace. */
    Map<String, Object> labels() {
        var labels = new LinkedHashMap<String, Object>();
        podSecurity.ifPresent(
                level -> {
                    labels.put(POD_SECURITY + "enforce", level);
                    labels.put(POD_SECURITY + "warn", level);
                });
        return labels;
    }

    /** Further objects, without {@code metadata.namespace}. */
    List<Map<String, Object>> objects() {
        var objects = new ArrayList<Map<String, Object>>();
        if (!quota.isEmpty()) {
            objects.add(object("v1", "ResourceQuota", "dragoman", Map.of("hard", quota)));
        }
        if (!limits.isEmpty()) {
            var entry = new LinkedHashMap<String, Object>();
            entry.put("type", "Container");
            for (var kind : LIMITS) {
                var prefix = kind + ".";
                var values = new LinkedHashMap<String, Object>();
                limits.forEach(
                        (key, value) -> {
                            if (key.startsWith(prefix)) {
                                values.put(key.substring(prefix.length()), value);
                            }
                        });
                if (!values.isEmpty()) {
                    entry.put(kind, values);
                }
            }
            objects.add(object("v1", "LimitRange", "dragoman", Map.of("limits", List.of(entry))));
        }
        if (defaultDeny) {
            objects.add(
                    object(
                            "networking.k8s.io/v1",
                            "NetworkPolicy",
                            "default-deny",
                            Map.of(
                                    "podSelector", Map.of(),
                                    "policyTypes", List.of("Ingress", "Egress"))));
        }
        return objects;
    }

    private static Map<String, Object> object(
            String apiVersion, String kind, String name, Map<String, Object> spec) {
        var object = new LinkedHashMap<String, Object>();
        object.put("apiVersion", apiVersion);
        object.put("kind", kind);
        object.put("metadata", new LinkedHashMap<>(Map.of("name", name)));
        object.put("spec", spec);
        return object;
    }
}
