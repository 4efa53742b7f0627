package dev.dragoman.cli.cluster;

import static dev.dragoman.kube.object.Json.map;
import static dev.dragoman.kube.object.Json.maps;
import static dev.dragoman.kube.object.Json.text;

import dev.dragoman.kube.object.Fields;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds Deployments, Leases and webhooks of Azure Service Operator that would interfere with
 * Dragoman; reads only.
 */
public record OtherOperator(ClusterRequests cluster, InstantSource clock) {
    /** Label {@code app.kubernetes.io/name} of objects that Azure Service Operator installs. */
    static final String NAME = "azure-service-operator";

    private static final String IMAGE = "azureserviceoperator";
    private static final String LEASE = "controllers-leader-election-azinfra-generated";
    private static final String HOOKS = "/apis/admissionregistration.k8s.io/v1/";
    private static final int LEASE_SECONDS = 15;

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
                ClusterRequests.JSON,
                deployment -> {
                    if (!theirs(deployment)) {
                        return;
                    }
                    var meta = map(deployment, "metadata");
                    if (number(map(deployment, "spec"), "replicas", 1) > 0
                            || number(map(deployment, "status"), "replicas", 0) > 0) {
                        out.add(
                                "Azure Service Operator runs: kubectl scale deployment -n %s %s --replicas=0"
                                        .formatted(text(meta, "namespace"), text(meta, "name")));
                    }
                });
    }

    private static boolean theirs(Map<String, Object> deployment) {
        var pod = map(deployment, "spec", "template");
        return NAME.equals(text(map(deployment, "metadata", "labels"), "app.kubernetes.io/name"))
                || NAME.equals(text(map(pod, "metadata", "labels"), "app.kubernetes.io/name"))
                || maps(map(pod, "spec"), "containers").stream()
                        .anyMatch(c -> text(c, "image").contains(IMAGE));
    }

    /** A whole number of an object that is a plain map; {@code otherwise} when there is none. */
    public static int number(Map<String, Object> in, String key, int otherwise) {
        return in.get(key) instanceof Number number ? number.intValue() : otherwise;
    }

    /** Finds by its Lease an Azure Service Operator that has no Deployment, or is shutting down. */
    private void leases(List<String> out) {
        var leases =
                cluster.get(
                        "/apis/coordination.k8s.io/v1/leases?fieldSelector=metadata.name=" + LEASE);
        for (var lease : maps(leases, "items")) {
            var spec = map(lease, "spec");
            var renewed = renewed(spec);
            var length =
                    Duration.ofSeconds(2L * number(spec, "leaseDurationSeconds", LEASE_SECONDS));
            if (!text(spec, "holderIdentity").isEmpty()
                    && renewed.plus(length).isAfter(clock.instant())) {
                out.add(
                        "Azure Service Operator ran until %s, according to Lease %s/%s: stop it, and try again in a minute"
                                .formatted(
                                        renewed, text(map(lease, "metadata"), "namespace"), LEASE));
            }
        }
    }

    /** When a Lease with this spec was renewed; long ago when it never was. */
    public static Instant renewed(Map<String, Object> lease) {
        return Fields.time(text(lease, "renewTime")).orElse(Instant.EPOCH);
    }

    /**
     * Finds webhooks of Azure Service Operator. They refuse every write while no pod serves them.
     */
    private void webhooks(String which, Set<String> groups, List<String> out) {
        var kind = which + "webhookconfigurations";
        for (var one : maps(cluster.get(HOOKS + kind), "items")) {
            boolean theirs =
                    maps(one, "webhooks").stream()
                            .filter(hook -> covers(hook, groups))
                            .anyMatch(
                                    hook ->
                                            text(map(hook, "clientConfig", "service"), "name")
                                                    .contains(IMAGE));
            if (theirs) {
                out.add(
                        "webhooks of Azure Service Operator refuse writes while it does not run: kubectl delete %s %s"
                                .formatted(
                                        kind.substring(0, kind.length() - 1),
                                        text(map(one, "metadata"), "name")));
            }
        }
    }

    private static boolean covers(Map<String, Object> hook, Set<String> groups) {
        return maps(hook, "rules").stream()
                .anyMatch(
                        rule ->
                                rule.get("apiGroups") instanceof List<?> named
                                        && (named.contains("*")
                                                || groups.stream().anyMatch(named::contains)));
    }
}
