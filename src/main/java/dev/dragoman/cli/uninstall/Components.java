package dev.dragoman.cli.uninstall;

import static dev.dragoman.kube.object.Json.text;

import dev.dragoman.cli.Count;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.cluster.ClusterRequests.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Objects of the other components of {@code kubernetes/}, which are not Azure kinds. The workloads
 * and Secrets that the operator made for these objects work on without the operator. Deleting the
 * definitions would delete them too, for example a NetworkPolicy before the pods that it restricts,
 * or certificates that proxies use. So the objects, their definitions and all that was made for
 * them stay.
 */
record Components(ClusterRequests cluster) {
    private static final String VENDED =
            "/api/v1/namespaces?labelSelector=dragoman.dev%2Fvended%3Dtrue";

    private record Kind(String name, String collection, Optional<String> finalizer, String page) {}

    private static final List<Kind> KINDS =
            List.of(
                    new Kind(
                            "CDTargets",
                            "/apis/cnad.gofound.nl/v1alpha1/cdtargets",
                            Optional.of("dragoman.dev/agents"),
                            "docs/cdtargets.md#without-dragoman"),
                    new Kind(
                            "DiscoveryServices",
                            "/apis/operator.marin3r.3scale.net/v1alpha1/discoveryservices",
                            Optional.of("dragoman.dev/discovery"),
                            "docs/discovery.md"),
                    new Kind(
                            "EnvoyDeployments",
                            "/apis/operator.marin3r.3scale.net/v1alpha1/envoydeployments",
                            Optional.empty(),
                            "docs/envoy.md"),
                    new Kind(
                            "DiscoveryServiceCertificates",
                            "/apis/operator.marin3r.3scale.net/v1alpha1/discoveryservicecertificates",
                            Optional.empty(),
                            "docs/certificates.md"));

    /**
     * What the command does not delete: one line for each kind that has objects.
     *
     * @param releasing whether finalizers are removed
     */
    List<String> staying(boolean releasing) {
        var out = new ArrayList<String>();
        for (var kind : KINDS) {
            var found = cluster.metadata(kind.collection());
            if (found.isEmpty()) {
                continue;
            }
            long held = found.stream().filter(each -> release(kind, each).isPresent()).count();
            out.add(
                    "%d %s, their definition and what was made for them%s (%s)"
                            .formatted(
                                    found.size(),
                                    kind.name(),
                                    finalizers(held, releasing),
                                    kind.page()));
        }
        int vended = cluster.metadata(VENDED).size();
        if (vended > 0) {
            out.add(
                    Count.of(
                                    vended,
                                    "namespace that was given out, and its token",
                                    "namespaces that were given out, and their tokens")
                            + " until they expire, because nobody renews them (docs/namespaces.md)");
        }
        return out;
    }

    private static String finalizers(long held, boolean releasing) {
        if (held == 0) {
            return "";
        }
        return releasing
                ? "; the operator's finalizer is removed from %d of them".formatted(held)
                : "; %d have the operator's finalizer, so their deletion and that of their namespaces would wait; --release-components removes the finalizer"
                        .formatted(held);
    }

    /**
     * Removes the operator's finalizers, except from objects that changed meanwhile.
     *
     * @return how many objects had such a finalizer
     */
    int release() {
        int written = 0;
        for (var kind : KINDS) {
            for (var metadata : cluster.metadata(kind.collection())) {
                var patch = release(kind, metadata);
                if (patch.isPresent()) {
                    written++;
                    write(kind, metadata, patch.get());
                }
            }
        }
        return written;
    }

    private void write(Kind kind, Map<String, Object> metadata, List<Map<String, Object>> patch) {
        int end = kind.collection().lastIndexOf('/');
        var path =
                "%s/namespaces/%s%s/%s"
                        .formatted(
                                kind.collection().substring(0, end),
                                text(metadata, "namespace"),
                                kind.collection().substring(end),
                                text(metadata, "name"));
        try {
            var _ = cluster.patch(path, patch);
        } catch (Refused refused) {
            if (!refused.isConflict()) {
                throw refused;
            }
        }
    }

    private static Optional<List<Map<String, Object>>> release(
            Kind kind, Map<String, Object> metadata) {
        return kind.finalizer().flatMap(each -> ReleasedObject.released(metadata, each));
    }
}
