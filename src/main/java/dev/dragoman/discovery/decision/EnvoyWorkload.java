package dev.dragoman.discovery.decision;

import static dev.dragoman.kube.object.Json.object;

import dev.dragoman.envoy.container.EnvoyContainers;
import dev.dragoman.envoy.container.EnvoyContainers.Admin;
import dev.dragoman.envoy.container.EnvoyContainers.DiscoveryServer;
import dev.dragoman.envoy.container.EnvoyContainers.Probes;
import dev.dragoman.envoy.container.EnvoyContainers.Shutdown;
import dev.dragoman.envoy.container.EnvoyContainers.Volumes;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the Deployment of an EnvoyDeployment. */
final class EnvoyWorkload {
    private static final String SHUTDOWN = "shutdownManager";
    private static final String INIT = "initManager";
    private static final long GRACE = 30;

    private EnvoyWorkload() {}

    /** Whether pods need MARIN3R's image besides those that the spec names. */
    static boolean needsImage(EnvoyDeployment deployment) {
        return Json.text(deployment.map(INIT), "image").isEmpty()
                || (deployment.has(SHUTDOWN)
                        && Json.text(deployment.map(SHUTDOWN), "image").isEmpty());
    }

    /**
     * The Deployment.
     *
     * @param config spec of the EnvoyConfig
     * @param image MARIN3R's image where the spec names none
     * @param live the existing Deployment
     */
    static Map<String, Object> of(
            EnvoyDeployment deployment,
            DiscoveryService service,
            Map<String, Object> config,
            String image,
            Optional<Map<String, Object>> live) {
        var labels = deployment.labels();
        var api = or(Json.text(config, "envoyAPI"), "v3");
        var server = new DiscoveryServer(service.host(), service.xdsPort(), api);
        var containers = containers(deployment, Json.text(config, "nodeID"), server, image);
        var pod = object();
        if (deployment.has("affinity")) {
            pod.put("affinity", deployment.map("affinity"));
        }
        pod.put("serviceAccountName", "default");
        pod.put(
                "terminationGracePeriodSeconds",
                containers.shutdown().map(Shutdown::drainSeconds).orElse(GRACE));
        pod.put("initContainers", containers.initContainers());
        pod.put("containers", containers.containers());
        pod.put("volumes", containers.volumes());
        var spec = object();
        EnvoyScaling.replicas(deployment, live).ifPresent(each -> spec.put("replicas", each));
        var update = object("maxUnavailable", "25%", "maxSurge", "25%");
        spec.put("strategy", object("type", "RollingUpdate", "rollingUpdate", update));
        spec.put("selector", object("matchLabels", labels));
        spec.put("template", object("metadata", object("labels", labels), "spec", pod));
        return deployment.manifest(EnvoyMakers.WORKLOAD, spec);
    }

    private static EnvoyContainers containers(
            EnvoyDeployment deployment, String nodeId, DiscoveryServer server, String image) {
        var spec = Fields.spec(deployment.object());
        var admin =
                new Admin(
                        (int) Json.number(spec, "adminPort", EnvoyContainers.ADMIN_PORT),
                        Admin.DEFAULT.bindAddress(),
                        or(Json.text(spec, "adminAccessLogPath"), Admin.DEFAULT.accessLogPath()));
        return new EnvoyContainers(
                "envoy",
                or(deployment.text("image"), EnvoyContainers.IMAGE),
                ports(deployment),
                nodeId,
                or(deployment.text("clusterID"), nodeId),
                admin,
                Json.texts(spec.get("extraArgs")),
                deployment.map("resources"),
                new Probes(
                        probe(deployment, "livenessProbe", Probes.DEFAULT.liveness()),
                        probe(deployment, "readinessProbe", Probes.DEFAULT.readiness())),
                new Volumes("envoy-bootstrap", "envoy-tls", deployment.certificate()),
                server,
                or(Json.text(deployment.map(INIT), "image"), image),
                shutdown(deployment, image));
    }

    private static Optional<Shutdown> shutdown(EnvoyDeployment deployment, String image) {
        var wish = deployment.map(SHUTDOWN);
        return deployment.has(SHUTDOWN)
                ? Optional.of(
                        new Shutdown(
                                or(Json.text(wish, "image"), image),
                                (int) Json.number(wish, "serverPort", Shutdown.PORT),
                                Json.number(wish, "drainTime", Shutdown.DRAIN_SECONDS),
                                or(Json.text(wish, "drainStrategy"), Shutdown.GRADUAL)))
                : Optional.empty();
    }

    private static List<Map<String, Object>> ports(EnvoyDeployment deployment) {
        var ports = new ArrayList<Map<String, Object>>();
        for (var each : Json.maps(Fields.spec(deployment.object()), "ports")) {
            var port = object("name", each.get("name"), "containerPort", each.get("port"));
            port.put("protocol", or(Json.text(each, "protocol"), "TCP"));
            ports.add(port);
        }
        return ports;
    }

    private static Map<String, Object> probe(
            EnvoyDeployment deployment, String field, Map<String, Object> otherwise) {
        return deployment.has(field) ? deployment.map(field) : otherwise;
    }

    private static String or(String text, String otherwise) {
        return text.isEmpty() ? otherwise : text;
    }
}
