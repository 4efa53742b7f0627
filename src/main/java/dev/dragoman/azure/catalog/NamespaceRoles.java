package dev.dragoman.azure.catalog;

import static dev.dragoman.azure.catalog.AppliedVersionPolicy.ordered;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Rights of an operator that serves only some namespaces: Roles in each of them, bound to its
 * service account. In the whole cluster the operator may only read custom resource definitions and
 * these Namespaces. These rights replace the operator's {@link KindRoles} and the
 * ClusterRoleBindings of {@code kubernetes/base}.
 */
public final class NamespaceRoles {
    /** Beginning of the name of the ClusterRole; the operator's namespace follows. */
    public static final String CLUSTER = "dragoman-namespaces:";

    /** Name of the Role in each namespace with the rights to Secrets, tokens and Events. */
    public static final String NAME = KindRoles.OPERATOR;

    private static final String RBAC = "rbac.authorization.k8s.io/v1";
    private static final List<String> READ = List.of("get", "list", "watch");

    private NamespaceRoles() {}

    /**
     * The roles and their bindings. A namespace has one operator: the roles for a second operator
     * have the same names, and replace those of the first.
     *
     * @param kinds all kinds of each group: a role is replaced as a whole when it is applied again
     * @param namespaces namespaces that the operator serves, not empty
     * @param operator {@code NAMESPACE:NAME} of its service account
     */
    public static List<Map<String, Object>> of(
            List<KindName> kinds,
            List<String> namespaces,
            String operator,
            Map<String, String> labels) {
        var account = operator.split(":", 2);
        var subject =
                ordered("kind", "ServiceAccount", "name", account[1], "namespace", account[0]);
        var out = new ArrayList<Map<String, Object>>();
        out.addAll(
                bound(
                        "Cluster",
                        ordered("name", CLUSTER + account[0], "labels", labels),
                        ofCluster(namespaces),
                        subject));
        for (var namespace : namespaces) {
            out.addAll(bound("", in(namespace, NAME, labels), ofNamespace(), subject));
            KindRoles.groups(kinds)
                    .forEach(
                            (group, plurals) ->
                                    out.addAll(
                                            bound(
                                                    "",
                                                    in(
                                                            namespace,
                                                            KindRoles.OPERATOR + ":" + group,
                                                            labels),
                                                    KindRoles.work(group, plurals),
                                                    subject)));
        }
        return out;
    }

    /** Rights to see which kinds are installed, and to read the annotations of the namespaces. */
    private static List<Object> ofCluster(List<String> namespaces) {
        return List.of(
                KindRoles.rule("apiextensions.k8s.io", List.of("customresourcedefinitions"), READ),
                named("namespaces", namespaces, READ));
    }

    /**
     * Rights to read the credential of the namespace, to request tokens of its service account, and
     * to create Events.
     */
    private static List<Object> ofNamespace() {
        return List.of(
                named("secrets", List.of("aso-credential"), READ),
                named("serviceaccounts/token", List.of("dragoman-azure"), List.of("create")),
                KindRoles.rule("events.k8s.io", List.of("events"), List.of("create")));
    }

    private static Map<String, Object> named(
            String resource, List<String> names, List<String> verbs) {
        return ordered(
                "apiGroups",
                List.of(""),
                "resources",
                List.of(resource),
                "resourceNames",
                names,
                "verbs",
                verbs);
    }

    private static Map<String, Object> in(
            String namespace, String name, Map<String, String> labels) {
        return ordered("name", name, "namespace", namespace, "labels", labels);
    }

    /** A role and its binding of the same name. */
    private static List<Map<String, Object>> bound(
            String scope,
            Map<String, Object> metadata,
            List<Object> rules,
            Map<String, Object> subject) {
        var role = scope + "Role";
        var reference =
                ordered(
                        "apiGroup",
                        "rbac.authorization.k8s.io",
                        "kind",
                        role,
                        "name",
                        metadata.get("name"));
        return List.of(
                ordered("apiVersion", RBAC, "kind", role, "metadata", metadata, "rules", rules),
                ordered(
                        "apiVersion", RBAC,
                        "kind", role + "Binding",
                        "metadata", metadata,
                        "roleRef", reference,
                        "subjects", List.of(subject)));
    }
}
