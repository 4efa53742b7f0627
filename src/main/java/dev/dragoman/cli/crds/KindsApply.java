package dev.dragoman.cli.crds;

import static dev.dragoman.kube.object.Json.map;
import static dev.dragoman.kube.object.Json.text;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.TransitionalDefinition;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.cluster.ClusterRequests.Refused;
import dev.dragoman.kube.object.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Applies definitions, policies and roles by server-side apply, for users without kubectl. Not
 * thread-safe; may be repeated.
 */
record KindsApply(ClusterRequests cluster) {
    private static final String MANAGER = "dragoman-crds";
    private static final String DEFINITION = "CustomResourceDefinition";

    /**
     * Why nothing may be applied; empty if everything may be applied. Each sentence names a
     * definition that has versions of Azure Service Operator, or that is transitional. Objects may
     * be stored in a form that Dragoman's definitions cannot read.
     *
     * @throws Refused when the API server refuses a request or does not answer
     */
    List<String> obstacles(List<Map<String, Object>> objects) {
        var out = new ArrayList<String>();
        for (var object : objects) {
            if (DEFINITION.equals(object.get("kind"))) {
                var present = cluster.find(path(object));
                if (!present.isEmpty() && TransitionalDefinition.needed(kind(object), present)) {
                    out.add(
                            "%s has versions of Azure Service Operator: run 'dragoman take-over' first (docs/migrate/azure-service-operator.md)"
                                    .formatted(Fields.metadata(object, "name")));
                }
            }
        }
        return out;
    }

    /**
     * Applies the objects in the order of the list. Takes over fields that other field managers
     * own.
     *
     * @throws Refused when the API server refuses a request or does not answer
     */
    void apply(List<Map<String, Object>> objects) {
        for (var object : objects) {
            var _ = cluster.apply(path(object), MANAGER, object);
        }
    }

    private static AzureKind kind(Map<String, Object> definition) {
        var spec = map(definition, "spec");
        return Catalog.load()
                .find(text(spec, "group"), text(map(spec, "names"), "kind"))
                .orElseThrow();
    }

    private static String path(Map<String, Object> object) {
        var plural =
                switch (text(object, "kind")) {
                    case DEFINITION -> "customresourcedefinitions";
                    case "ValidatingAdmissionPolicy" -> "validatingadmissionpolicies";
                    case "ValidatingAdmissionPolicyBinding" -> "validatingadmissionpolicybindings";
                    case "MutatingAdmissionPolicy" -> "mutatingadmissionpolicies";
                    case "MutatingAdmissionPolicyBinding" -> "mutatingadmissionpolicybindings";
                    case "ClusterRole" -> "clusterroles";
                    case "ClusterRoleBinding" -> "clusterrolebindings";
                    case "Role" -> "roles";
                    case "RoleBinding" -> "rolebindings";
                    default -> throw new IllegalArgumentException(text(object, "kind"));
                };
        var namespace = Fields.metadata(object, "namespace");
        return "/apis/%s/%s%s/%s"
                .formatted(
                        text(object, "apiVersion"),
                        namespace.isEmpty() ? "" : "namespaces/" + namespace + "/",
                        plural,
                        Fields.metadata(object, "name"));
    }
}
