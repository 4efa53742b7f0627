package dev.dragoman.cli.uninstall;

import static dev.dragoman.cli.cluster.OtherOperator.number;
import static dev.dragoman.cli.cluster.OtherOperator.renewed;
import static dev.dragoman.kube.object.Json.map;
import static dev.dragoman.kube.object.Json.maps;
import static dev.dragoman.kube.object.Json.text;

import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.kube.object.Fields;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds running operators of this project, in all namespaces; reads only. It cannot find an
 * operator outside of the cluster whose leader election is off.
 */
record RunningOperator(ClusterRequests cluster, InstantSource clock) {
    private static final String NAME = "dragoman";
    private static final String LABEL = "app.kubernetes.io/name";
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    /** Each operator that runs, with the command that stops it; empty when no operator runs. */
    List<String> obstacles() {
        var out = new ArrayList<String>();
        cluster.list(
                "/apis/apps/v1/deployments",
                ClusterRequests.JSON,
                each -> {
                    if (ours(each, map(each, "spec", "template")) && replicas(each) > 0) {
                        out.add(
                                "the operator is running. To stop it: kubectl scale deployment --namespace=%s %s --replicas=0"
                                        .formatted(
                                                Fields.metadata(each, "namespace"),
                                                Fields.metadata(each, "name")));
                    }
                });
        // a terminating pod still sends requests, but its Deployment does not count it any more
        cluster.list(
                "/api/v1/pods",
                ClusterRequests.JSON,
                each -> {
                    if (ours(each, each) && !ENDED.contains(text(map(each, "status"), "phase"))) {
                        out.add(
                                "the operator's pod has not ended: kubectl wait --for=delete --timeout=60s --namespace=%s pod/%s"
                                        .formatted(
                                                Fields.metadata(each, "namespace"),
                                                Fields.metadata(each, "name")));
                    }
                });
        leases(out);
        return out;
    }

    /**
     * Whether a Deployment or pod is the operator's. All objects of an installation have the label,
     * unless a kustomize overlay has replaced it; the container's name identifies them then.
     */
    private static boolean ours(Map<String, Object> object, Map<String, Object> pod) {
        return NAME.equals(text(map(object, "metadata", "labels"), LABEL))
                || NAME.equals(text(map(pod, "metadata", "labels"), LABEL))
                || maps(map(pod, "spec"), "containers").stream()
                        .anyMatch(container -> NAME.equals(text(container, "name")));
    }

    private static int replicas(Map<String, Object> deployment) {
        return Math.max(
                number(map(deployment, "spec"), "replicas", 1),
                number(map(deployment, "status"), "replicas", 0));
    }

    /**
     * Finds an operator outside of a pod by its Lease. An operator releases its Lease when it
     * stops.
     */
    private void leases(List<String> out) {
        var leases =
                cluster.get(
                        "/apis/coordination.k8s.io/v1/leases?fieldSelector=metadata.name=" + NAME);
        for (var lease : maps(leases, "items")) {
            var spec = map(lease, "spec");
            var holder = text(spec, "holderIdentity");
            var end =
                    renewed(spec)
                            .plus(Duration.ofSeconds(number(spec, "leaseDurationSeconds", 15)));
            if (!holder.isEmpty() && end.isAfter(clock.instant())) {
                out.add(
                        "an operator runs: %s holds Lease %s/%s until %s; stop that process, and try again after that time"
                                .formatted(holder, Fields.metadata(lease, "namespace"), NAME, end));
            }
        }
    }
}
