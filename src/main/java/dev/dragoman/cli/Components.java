package dev.dragoman.cli;

import static dev.dragoman.cli.ClusterRequests.at;
import static dev.dragoman.cli.ClusterRequests.text;

import dev.dragoman.cli.ClusterRequests.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the components of {@code kubernetes/} look after besides the Azure kinds. It runs on without
 * the operator, and to delete a definition of it would delete what runs: network policies before
 * the pods that they hold back, and certificates that proxies use. So all of it stays.
 */
final class Components {
    private static final String VENDED =
            "/api/v1/namespaces?labelSelector=dragoman.dev%2Fvended%3Dtrue";

    private final ClusterRequests cluster;

    Components(ClusterRequests cluster) {
        this.cluster = cluster;
    }

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
                            "DiscoveryServiceCertificates",
                            "/apis/operator.marin3r.3scale.net/v1alpha1/discoveryservicecertificates",
                            Optional.empty(),
                            "docs/certificates.md"));

    /**
     * What stays, a line for each kind that there is.
     *
     * @param releasing whether finalizers are taken away
     */
    List<String> staying(boolean releasing) {
        var out = new ArrayList<String>();
        for (var kind : KINDS) {
            var found = objects(kind.collection());
            if (found.isEmpty()) {
                continue;
            }
            long held = found.stream().filter(each -> release(kind, each).isPresent()).count();
            out.add(
                    "%d %s, their definition and what runs for them%s (%s)"
                            .formatted(
                                    found.size(),
                                    kind.name(),
                                    finalizers(held, releasing),
                                    kind.page()));
        }
        int vended = objects(VENDED).size();
        if (vended > 0) {
            out.add(
                    "%d namespaces that were given out, and their tokens until they end, for nobody renews them (docs/namespaces.md)"
                            .formatted(vended));
        }
        return out;
    }

    private static String finalizers(long held, boolean releasing) {
        if (held == 0) {
            return "";
        }
        return releasing
                ? "; of %d the operator's finalizer is taken away".formatted(held)
                : "; %d have the operator's finalizer, for which their deletion and that of their namespace waits: --release-components takes it away"
                        .formatted(held);
    }

    /** Takes the operator's finalizers away; what changed meanwhile is left for the next call. */
    int release() {
        int written = 0;
        for (var kind : KINDS) {
            for (var metadata : objects(kind.collection())) {
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
            if (!UninstallRun.changed(refused)) {
                throw refused;
            }
        }
    }

    private static Optional<List<Map<String, Object>>> release(
            Kind kind, Map<String, Object> metadata) {
        return kind.finalizer().flatMap(each -> ReleasedObject.released(metadata, each));
    }

    /** Metadata of all; none where the kind is not installed. */
    private List<Map<String, Object>> objects(String collection) {
        var out = new ArrayList<Map<String, Object>>();
        try {
            cluster.list(
                    collection, ClusterRequests.METADATA, each -> out.add(at(each, "metadata")));
        } catch (Refused refused) {
            if (refused.code != 404) {
                throw refused;
            }
        }
        return out;
    }
}
