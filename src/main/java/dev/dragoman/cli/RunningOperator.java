package dev.dragoman.cli;

import static dev.dragoman.cli.ClusterRequests.at;
import static dev.dragoman.cli.ClusterRequests.items;
import static dev.dragoman.cli.ClusterRequests.maps;
import static dev.dragoman.cli.ClusterRequests.text;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds an operator of this project that runs, wherever it is installed; reads only. One outside of
 * the cluster whose leader election is off leaves no trace here.
 */
final class RunningOperator {
    private static final String NAME = "dragoman";
    private static final String LABEL = "app.kubernetes.io/name";
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    private final ClusterRequests cluster;
    private final InstantSource clock;

    RunningOperator(ClusterRequests cluster, InstantSource clock) {
        this.cluster = cluster;
        this.clock = clock;
    }

    /** What runs, with the command that stops it; empty when nothing does. */
    List<String> obstacles() {
        var out = new ArrayList<String>();
        cluster.list(
                "/apis/apps/v1/deployments",
                "application/json",
                each -> {
                    if (ours(each, at(each, "spec", "template")) && replicas(each) > 0) {
                        out.add(
                                "the operator runs: kubectl scale deployment --namespace=%s %s --replicas=0"
                                        .formatted(namespace(each), name(each)));
                    }
                });
        // a pod that is ending still sends; its Deployment counts it no more
        cluster.list(
                "/api/v1/pods",
                "application/json",
                each -> {
                    if (ours(each, each) && !ENDED.contains(text(at(each, "status"), "phase"))) {
                        out.add(
                                "the operator's pod has not ended: kubectl wait --for=delete --timeout=60s --namespace=%s pod/%s"
                                        .formatted(namespace(each), name(each)));
                    }
                });
        leases(out);
        return out;
    }

    /** Everything of an installation has the label; an overlay may have replaced it. */
    private static boolean ours(Map<String, Object> object, Map<String, Object> pod) {
        return NAME.equals(text(at(object, "metadata", "labels"), LABEL))
                || NAME.equals(text(at(pod, "metadata", "labels"), LABEL))
                || maps(at(pod, "spec").get("containers")).stream()
                        .anyMatch(container -> NAME.equals(text(container, "name")));
    }

    private static int replicas(Map<String, Object> deployment) {
        return Math.max(
                number(at(deployment, "spec"), "replicas", 1),
                number(at(deployment, "status"), "replicas", 0));
    }

    /** A process outside of a pod. One that ends gives its Lease back. */
    private void leases(List<String> out) {
        var leases =
                cluster.get(
                        "/apis/coordination.k8s.io/v1/leases?fieldSelector=metadata.name=" + NAME);
        for (var lease : items(leases)) {
            var spec = at(lease, "spec");
            var holder = text(spec, "holderIdentity");
            var end =
                    renewed(text(spec, "renewTime"))
                            .plus(Duration.ofSeconds(number(spec, "leaseDurationSeconds", 15)));
            if (!holder.isEmpty() && end.isAfter(clock.instant())) {
                out.add(
                        "an operator runs: %s holds Lease %s/%s until %s; stop that process, and try again after that time"
                                .formatted(holder, namespace(lease), NAME, end));
            }
        }
    }

    private static Instant renewed(String time) {
        try {
            return Instant.parse(time);
        } catch (DateTimeParseException never) {
            return Instant.EPOCH;
        }
    }

    private static int number(Map<String, Object> in, String key, int otherwise) {
        return in.get(key) instanceof Number number ? number.intValue() : otherwise;
    }

    private static String name(Map<String, Object> object) {
        return text(at(object, "metadata"), "name");
    }

    private static String namespace(Map<String, Object> object) {
        return text(at(object, "metadata"), "namespace");
    }
}
