package dev.dragoman.cli.cluster;

import static dev.dragoman.cli.cluster.ClusterRequests.at;
import static dev.dragoman.cli.cluster.ClusterRequests.items;
import static dev.dragoman.cli.cluster.ClusterRequests.maps;
import static dev.dragoman.cli.cluster.ClusterRequests.text;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds Deployments, Leases and webhooks of Azure Service Operator that would interfere with
 * Dragoman; reads only.
 */
public final class OtherOperator {
    /** Label {@code app.kubernetes.io/name} of objects that Azure Service Operator installs. */
    static final String NAME = "azure-service-operator";

    private static final String IMAGE = "azureserviceoperator";
    private static final String LEASE = "controllers-leader-election-azinfra-generated";
    private static final long LEASE_SECONDS = 15;

    private final ClusterRequests cluster;
    private final InstantSource clock;

    public OtherOperator(ClusterRequests cluster, InstantSource clock) {
        this.cluster = cluster;
        this.clock = clock;
    }

    /**
     * Why objects may not be rewritten yet, each reason with what to do; empty when they may.
     *
     * @param groups API groups of the kinds
     */
    public List<String> obstacles(Set<String> groups) {
        var out = new ArrayList<String>();
        deployments(out);
        leases(out);
        webhooks("validating", groups, out);
        webhooks("mutating", groups, out);
        return out;
    }

    private void deployments(List<String> out) {
        cluster.list(
                "/apis/apps/v1/deployments",
                "application/json",
                deployment -> {
                    if (!theirs(deployment)) {
                        return;
                    }
                    var meta = at(deployment, "metadata");
                    if (number(at(deployment, "spec"), "replicas", 1) > 0
                            || number(at(deployment, "status"), "replicas", 0) > 0) {
                        out.add(
                                "Azure Service Operator runs: kubectl scale deployment -n %s %s --replicas=0"
                                        .formatted(text(meta, "namespace"), text(meta, "name")));
                    }
                });
    }

    private static boolean theirs(Map<String, Object> deployment) {
        var pod = at(deployment, "spec", "template");
        return NAME.equals(text(at(deployment, "metadata", "labels"), "app.kubernetes.io/name"))
                || NAME.equals(text(at(pod, "metadata", "labels"), "app.kubernetes.io/name"))
                || maps(at(pod, "spec").get("containers")).stream()
                        .anyMatch(c -> text(c, "image").contains(IMAGE));
    }

    private static int number(Map<String, Object> in, String key, int otherwise) {
        return in.get(key) instanceof Number number ? number.intValue() : otherwise;
    }

    /** Finds by its Lease an Azure Service Operator that has no Deployment, or is shutting down. */
    private void leases(List<String> out) {
        var leases =
                cluster.get(
                        "/apis/coordination.k8s.io/v1/leases?fieldSelector=metadata.name=" + LEASE);
        for (var lease : items(leases)) {
            var spec = at(lease, "spec");
            var renewed = renewed(text(spec, "renewTime"));
            var length =
                    Duration.ofSeconds(
                            2L * number(spec, "leaseDurationSeconds", (int) LEASE_SECONDS));
            if (!text(spec, "holderIdentity").isEmpty()
                    && renewed.plus(length).isAfter(clock.instant())) {
                out.add(
                        "Azure Service Operator ran until %s, according to Lease %s/%s: stop it, and try again in a minute"
                                .formatted(
                                        renewed, text(at(lease, "metadata"), "namespace"), LEASE));
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

    /**
     * Finds webhooks of Azure Service Operator. They refuse every write while no pod serves them.
     */
    private void webhooks(String which, Set<String> groups, List<String> out) {
        var kind = which + "webhookconfigurations";
        for (var one : items(cluster.get("/apis/admissionregistration.k8s.io/v1/" + kind))) {
            boolean theirs =
                    maps(one.get("webhooks")).stream()
                            .filter(hook -> covers(hook, groups))
                            .anyMatch(
                                    hook ->
                                            text(at(hook, "clientConfig", "service"), "name")
                                                    .contains(IMAGE));
            if (theirs) {
                out.add(
                        "webhooks of Azure Service Operator refuse writes while it does not run: kubectl delete %s %s"
                                .formatted(
                                        kind.substring(0, kind.length() - 1),
                                        text(at(one, "metadata"), "name")));
            }
        }
    }

    private static boolean covers(Map<String, Object> hook, Set<String> groups) {
        return maps(hook.get("rules")).stream()
                .anyMatch(
                        rule ->
                                rule.get("apiGroups") instanceof List<?> named
                                        && (named.contains("*")
                                                || groups.stream().anyMatch(named::contains)));
    }
}
