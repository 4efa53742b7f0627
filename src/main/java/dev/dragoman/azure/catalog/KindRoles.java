package dev.dragoman.azure.catalog;

import static dev.dragoman.azure.catalog.AppliedVersionPolicy.ordered;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * ClusterRoles with the rights to objects of the Azure kinds. Other ClusterRoles aggregate them:
 * the operator's, {@code dragoman-edit} for people, and Kubernetes' own {@code view}. The right to
 * read is part of {@code view}, because an object holds no values of Secrets, and reading it has no
 * effect in Azure. The right to change is not part of {@code edit} and {@code admin}, because a
 * change acts with the operator's credential. Each API group has roles of its own, because RBAC has
 * no wildcard such as {@code *.azure.com}. The names of the roles contain the group, so that the
 * roles of another group, applied later, do not replace them.
 */
public final class KindRoles {
    /** Label of the roles that the operator's role is made of. */
    public static final String TO_OPERATOR = "dragoman.dev/aggregate-to-operator";

    /** Beginning of the names of the operator's roles; the group follows. */
    static final String OPERATOR = "dragoman-azure";

    private static final String TO_VIEW = "rbac.authorization.k8s.io/aggregate-to-view";

    /** Label of the roles that {@code dragoman-edit} is made of. */
    private static final String TO_EDIT = "dragoman.dev/aggregate-to-edit";

    private static final List<String> READ = List.of("get", "list", "watch");
    private static final List<String> CHANGE =
            List.of("create", "delete", "deletecollection", "patch", "update");

    private KindRoles() {}

    /**
     * ClusterRoles for the groups of these kinds, in the order of groups.
     *
     * @param kinds all kinds of each group: a role is replaced as a whole when it is applied again
     */
    public static List<Map<String, Object>> of(List<KindName> kinds, Map<String, String> labels) {
        var roles = new ArrayList<Map<String, Object>>();
        for (var each : groups(kinds).entrySet()) {
            var group = each.getKey();
            var work = work(group, each.getValue());
            roles.add(role(OPERATOR, List.of(TO_OPERATOR), group, labels, work));
            roles.addAll(people(group, each.getValue(), labels));
        }
        return roles;
    }

    /**
     * As {@link #of}, without the operator's roles: the operator has {@link NamespaceRoles}
     * instead.
     */
    public static List<Map<String, Object>> ofPeople(
            List<KindName> kinds, Map<String, String> labels) {
        var roles = new ArrayList<Map<String, Object>>();
        groups(kinds).forEach((group, names) -> roles.addAll(people(group, names, labels)));
        return roles;
    }

    private static List<Map<String, Object>> people(
            String group, List<String> names, Map<String, String> labels) {
        return List.of(
                role(
                        "dragoman-view",
                        List.of(TO_VIEW, TO_EDIT),
                        group,
                        labels,
                        List.of(rule(group, names, READ))),
                role(
                        "dragoman-edit",
                        List.of(TO_EDIT),
                        group,
                        labels,
                        List.of(rule(group, names, CHANGE))));
    }

    /** Plural names by group. */
    static SortedMap<String, List<String>> groups(List<KindName> kinds) {
        var groups = new TreeMap<String, List<String>>();
        kinds.stream()
                .sorted(Comparator.comparing(KindName::plural))
                .forEach(
                        kind ->
                                groups.computeIfAbsent(kind.group(), group -> new ArrayList<>())
                                        .add(kind.plural()));
        return groups;
    }

    /** The operator's rights to objects. It changes metadata and status, and deletes nothing. */
    static List<Object> work(String group, List<String> plurals) {
        return List.of(
                // the admission plugin OwnerReferencesPermissionEnforcement requires delete when an
                // owner reference of the object changes
                rule(group, plurals, List.of("get", "list", "watch", "patch", "delete")),
                rule(group, each(plurals, "/status"), List.of("patch")),
                // the same plugin requires this right when a Secret names an object as its owner
                rule(group, each(plurals, "/finalizers"), List.of("update")));
    }

    private static List<String> each(List<String> plurals, String subresource) {
        return plurals.stream().map(plural -> plural + subresource).toList();
    }

    static Map<String, Object> rule(String group, List<String> resources, List<String> verbs) {
        return ordered("apiGroups", List.of(group), "resources", resources, "verbs", verbs);
    }

    private static Map<String, Object> role(
            String name,
            List<String> aggregates,
            String group,
            Map<String, String> labels,
            List<Object> rules) {
        var all = new TreeMap<>(labels);
        aggregates.forEach(label -> all.put(label, "true"));
        return ordered(
                "apiVersion",
                "rbac.authorization.k8s.io/v1",
                "kind",
                "ClusterRole",
                "metadata",
                ordered("name", name + ":" + group, "labels", all),
                "rules",
                rules);
    }
}
