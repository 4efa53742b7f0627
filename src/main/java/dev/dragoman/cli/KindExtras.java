package dev.dragoman.cli;

import static dev.dragoman.cli.ClusterRequests.at;
import static dev.dragoman.cli.ClusterRequests.text;

import dev.dragoman.azure.catalog.AppliedVersionPolicy;
import dev.dragoman.azure.catalog.ObjectPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What {@code crds --rbac} installs beside definitions: admission policies and rights. Reads only.
 */
final class KindExtras {
    private static final String ADMISSION = "/apis/admissionregistration.k8s.io/v1/";
    private static final String ROLES = "/apis/rbac.authorization.k8s.io/v1/clusterroles";

    /** Without a binding a policy does nothing, and a binding without its policy is an error. */
    private static final List<String> POLICIES =
            List.of(
                    "mutatingadmissionpolicybindings/" + AppliedVersionPolicy.NAME,
                    "mutatingadmissionpolicies/" + AppliedVersionPolicy.NAME,
                    "validatingadmissionpolicybindings/" + ObjectPolicy.NAME,
                    "validatingadmissionpolicies/" + ObjectPolicy.NAME);

    private final ClusterRequests cluster;

    KindExtras(ClusterRequests cluster) {
        this.cluster = cluster;
    }

    /** An object that goes. */
    record Extra(String path, String uid, String what) {}

    /** What there is, in the order in which it may be deleted. */
    List<Extra> found() {
        var out = new ArrayList<Extra>();
        for (var policy : POLICIES) {
            var present = cluster.find(ADMISSION + policy);
            if (!present.isEmpty()) {
                out.add(new Extra(ADMISSION + policy, uid(at(present, "metadata")), policy));
            }
        }
        for (var role : roles()) {
            if (!ofRelease(role)) {
                var name = text(role, "name");
                out.add(new Extra(ROLES + "/" + name, uid(role), "clusterroles/" + name));
            }
        }
        return out;
    }

    /** What the release of a chart has, which goes with it. */
    List<String> staying() {
        return roles().stream()
                .filter(KindExtras::ofRelease)
                .map(
                        role ->
                                "clusterroles/%s, which 'helm uninstall' deletes"
                                        .formatted(text(role, "name")))
                .toList();
    }

    private List<Map<String, Object>> roles() {
        var out = new ArrayList<Map<String, Object>>();
        cluster.list(
                ROLES,
                ClusterRequests.METADATA,
                each -> {
                    var metadata = at(each, "metadata");
                    if (text(metadata, "name")
                            .matches("dragoman-(azure|view|edit):.+\\.azure\\.com")) {
                        out.add(metadata);
                    }
                });
        return out;
    }

    private static boolean ofRelease(Map<String, Object> metadata) {
        return "Helm".equals(text(at(metadata, "labels"), "app.kubernetes.io/managed-by"));
    }

    private static String uid(Map<String, Object> metadata) {
        return text(metadata, "uid");
    }
}
