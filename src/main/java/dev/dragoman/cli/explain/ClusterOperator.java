package dev.dragoman.cli.explain;

import static dev.dragoman.kube.object.Json.map;
import static dev.dragoman.kube.object.Json.maps;
import static dev.dragoman.kube.object.Json.text;

import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.cluster.ClusterRequests.Refused;
import dev.dragoman.cli.cluster.OtherOperator;
import dev.dragoman.composition.CompositionProvider;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.GroupKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads how the operator is: Lease, Deployment, pods, health, overlays. Not thread-safe. */
final class ClusterOperator {
    private static final String NAME = "dragoman";
    private static final String LABEL = "?labelSelector=app.kubernetes.io/name%3Ddragoman";
    private static final String OVERLAYS = "dragoman-overlays";
    private static final int LEASE_SECONDS = 15;
    private static final int NOT_FOUND = 404;
    private static final int FORBIDDEN = 403;

    /** How much of the last words of a container is told. */
    private static final int LONGEST = 500;

    private final ClusterRequests cluster;
    private final String namespace;
    private final List<String> problems = new ArrayList<>();
    private final Set<GroupKind> composed = new HashSet<>();
    private final Map<String, String> files = new HashMap<>();
    private boolean unled;
    private boolean unsure;
    private String down = "";
    private String holder = "";
    private String renewed = "";
    private String replicas = "";

    ClusterOperator(ClusterRequests cluster, String namespace) {
        this.cluster = cluster;
        this.namespace = namespace;
    }

    /** The state. What may not be read is one of its problems. */
    OperatorState state() {
        boolean known =
                find("its Lease", path("/apis/coordination.k8s.io/v1", "leases/" + NAME))
                        .map(this::lease)
                        .isPresent();
        var deployments = find("its Deployment", path("/apis/apps/v1", "deployments") + LABEL);
        var found = deployments.map(each -> maps(each, "items")).orElse(List.of());
        found.forEach(this::deployment);
        if (deployments.isPresent() && found.isEmpty() && !holder.isEmpty()) {
            problems.add("it has no Deployment here: which kinds its overlays compose is unknown");
        }
        find("its pods", path("/api/v1", "pods") + LABEL)
                .ifPresent(each -> maps(each, "items").forEach(this::pod));
        return new OperatorState(
                namespace, down, known, holder, renewed, replicas, overlays(found), problems);
    }

    /** Kinds that routes of overlays reconcile, as far as these could be read. */
    Set<GroupKind> composed() {
        return composed;
    }

    /** Whether something could not be read, and not for want of a right. */
    boolean isUnsure() {
        return unsure;
    }

    /** Files of overlays by their names, as far as they could be read. */
    Map<String, String> files() {
        return files;
    }

    private String path(String root, String rest) {
        return "%s/namespaces/%s/%s".formatted(root, namespace, rest);
    }

    /** An object or list; an empty map when it does not exist, empty when it may not be read. */
    private Optional<Map<String, Object>> find(String what, String path) {
        try {
            return Optional.of(cluster.get(path));
        } catch (Refused refused) {
            if (refused.code == NOT_FOUND) {
                return Optional.of(Map.of());
            }
            if (refused.code == 0) {
                throw refused;
            }
            unsure |= refused.code != FORBIDDEN;
            problems.add("%s could not be read (HTTP %d)".formatted(what, refused.code));
            return Optional.empty();
        }
    }

    private Map<String, Object> lease(Map<String, Object> lease) {
        var spec = Fields.spec(lease);
        unled = lease.isEmpty();
        holder = text(spec, "holderIdentity");
        renewed = text(spec, "renewTime");
        var seconds = OtherOperator.number(spec, "leaseDurationSeconds", LEASE_SECONDS);
        if (unled) {
            down = "there is no Lease %s/%s".formatted(namespace, NAME);
        } else if (holder.isEmpty()) {
            down = "nobody holds the Lease %s/%s".formatted(namespace, NAME);
        } else if (OtherOperator.renewed(spec).plusSeconds(seconds).isBefore(cluster.time())) {
            down = "%s held the Lease, and last renewed it at %s".formatted(holder, renewed);
        }
        return lease;
    }

    private void deployment(Map<String, Object> deployment) {
        int wanted = OtherOperator.number(Fields.spec(deployment), "replicas", 1);
        int ready = OtherOperator.number(map(deployment, "status"), "readyReplicas", 0);
        if (unled && ready > 0) {
            // without leader election there is none
            down = "";
            holder = "each replica";
        }
        replicas = "%d of %d replicas ready".formatted(ready, wanted);
        if (ready < wanted) {
            problems.add(
                    "Deployment %s: %s".formatted(Fields.metadata(deployment, "name"), replicas));
        }
    }

    private void pod(Map<String, Object> pod) {
        var name = Fields.metadata(pod, "name");
        for (var each : maps(map(pod, "status"), "containerStatuses")) {
            var waiting = map(each, "state", "waiting");
            if (!waiting.isEmpty()) {
                // the last line says why it did not start
                var last = text(map(each, "lastState", "terminated"), "message").lines();
                var said = "pod %s: %s".formatted(name, text(waiting, "reason"));
                said += Excerpt.message(last.reduce("", (_, line) -> ": " + line), LONGEST);
                problems.add(said);
                down += down.isEmpty() || down.contains("; pod ") ? "" : "; " + said;
            }
        }
        if (!holder.isEmpty() && holder.startsWith(name)) {
            health(name);
        }
    }

    /** What the leader says of itself, by the API server's proxy; nothing without that right. */
    private void health(String pod) {
        try {
            var health =
                    cluster.get(
                            path("/api/v1", "pods/%s:8081/proxy/observe/health".formatted(pod)));
            for (var each : maps(health, "checks")) {
                var told = text(each, "message");
                if (!told.isEmpty()) {
                    problems.add("%s: %s".formatted(text(each, "name"), told));
                }
            }
        } catch (Refused unreadable) {
            if (unreadable.code == 503) {
                problems.add("pod %s says that it is not healthy".formatted(pod));
            }
        }
    }

    /** The ConfigMaps with overlays, which the Deployment mounts. */
    private List<String> overlays(List<Map<String, Object>> deployments) {
        var names = new HashSet<>(Set.of(OVERLAYS));
        for (var each : deployments) {
            maps(map(each, "spec", "template", "spec"), "volumes").stream()
                    .map(volume -> text(map(volume, "configMap"), "name"))
                    .filter(name -> !name.isEmpty())
                    .forEach(names::add);
        }
        var out = new ArrayList<String>();
        for (var name : names.stream().sorted().toList()) {
            var data =
                    find("ConfigMap " + name, path("/api/v1", "configmaps/" + name))
                            .map(each -> map(each, "data"))
                            .orElse(Map.of());
            if (!data.isEmpty()) {
                out.add("%s (%d files)".formatted(name, data.size()));
                data.forEach((file, content) -> files.put(file, String.valueOf(content)));
                composed.addAll(CompositionProvider.reconciled(files));
            }
        }
        return out;
    }
}
