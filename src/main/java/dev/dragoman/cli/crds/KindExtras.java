package dev.dragoman.cli.crds;

import static dev.dragoman.kube.object.Json.map;
import static dev.dragoman.kube.object.Json.text;

import dev.dragoman.azure.catalog.AppliedVersionPolicy;
import dev.dragoman.azure.catalog.NamespaceRoles;
import dev.dragoman.azure.catalog.ObjectPolicy;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.kube.object.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Finds the objects that {@code crds --rbac} installs besides definitions: admission policies,
 * roles and bindings. Reads only.
 */
public record KindExtras(ClusterRequests cluster) {
    private static final String ADMISSION = "/apis/admissionregistration.k8s.io/v1/";
    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/";

    /** Bindings come first, so that no binding is left that names a deleted role. */
    private static final List<String> RIGHTS =
            List.of("clusterrolebindings", "rolebindings", "clusterroles", "roles");

    /**
     * Names of the roles and bindings that {@code crds --rbac} prints. Those of {@code
     * kubernetes/base} do not match, so they are not removed.
     */
    private static final Pattern RIGHT =
            Pattern.compile(
                    "dragoman-(azure|view|edit):(.+\\.azure\\.com|dragoman\\.dev)|"
                            + Pattern.quote(NamespaceRoles.CLUSTER)
                            + ".+");

    /**
     * Bindings come first: a policy without a binding does nothing, but a binding without its
     * policy is an error.
     */
    private static final List<String> POLICIES =
            List.of(
                    "mutatingadmissionpolicybindings/" + AppliedVersionPolicy.NAME,
                    "mutatingadmissionpolicies/" + AppliedVersionPolicy.NAME,
                    "validatingadmissionpolicybindings/" + ObjectPolicy.NAME,
                    "validatingadmissionpolicies/" + ObjectPolicy.NAME);

    /** An object to delete. */
    public record Extra(String path, String uid, String what) {}

    /** The objects to delete, in the order in which they may be deleted. */
    public List<Extra> found() {
        var out = new ArrayList<Extra>();
        for (var policy : POLICIES) {
            var present = cluster.find(ADMISSION + policy);
            if (!present.isEmpty()) {
                out.add(new Extra(ADMISSION + policy, Fields.metadata(present, "uid"), policy));
            }
        }
        for (var right : rights()) {
            if (!ofRelease(right.metadata())) {
                out.add(new Extra(right.path(), text(right.metadata(), "uid"), right.what()));
            }
        }
        return out;
    }

    /**
     * Roles and bindings of a Helm release, which are not in {@link #found}: uninstalling the
     * release deletes them.
     */
    public List<String> staying() {
        return rights().stream()
                .filter(right -> ofRelease(right.metadata()))
                .map(right -> "%s, which 'helm uninstall' deletes".formatted(right.what()))
                .toList();
    }

    private record Right(String plural, Map<String, Object> metadata) {
        String path() {
            return RBAC + (namespace().isEmpty() ? "" : "namespaces/" + namespace() + "/") + name();
        }

        String what() {
            return name() + (namespace().isEmpty() ? "" : " of namespace " + namespace());
        }

        private String name() {
            return plural + "/" + text(metadata, "name");
        }

        private String namespace() {
            return text(metadata, "namespace");
        }

        /**
         * Whether {@code crds --rbac} printed this role or binding. In a namespace, the name {@link
         * NamespaceRoles#NAME} counts too.
         */
        boolean ours() {
            var name = text(metadata, "name");
            return RIGHT.matcher(name).matches()
                    || (!namespace().isEmpty()
                            && name.equals(NamespaceRoles.NAME)
                            && "dragoman"
                                    .equals(
                                            text(
                                                    map(metadata, "labels"),
                                                    "app.kubernetes.io/name")));
        }
    }

    private List<Right> rights() {
        var out = new ArrayList<Right>();
        for (var plural : RIGHTS) {
            cluster.list(
                    RBAC + plural,
                    ClusterRequests.METADATA,
                    each -> {
                        var right = new Right(plural, map(each, "metadata"));
                        if (right.ours()) {
                            out.add(right);
                        }
                    });
        }
        return out;
    }

    private static boolean ofRelease(Map<String, Object> metadata) {
        return "Helm".equals(text(map(metadata, "labels"), "app.kubernetes.io/managed-by"));
    }
}
