package dev.dragoman.envoy.container;

import static dev.dragoman.kube.object.Json.object;
import static java.util.Collections.addAll;

import dev.dragoman.kube.object.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the containers and volumes of a pod that runs Envoy. Names, arguments and their order are
 * those of MARIN3R, whose images run in the containers. Fields that the API server sets to the same
 * values are left out. Immutable; all maps and lists that it returns are new.
 *
 * @param name name of Envoy's container
 * @param image Envoy's image
 * @param ports ports of Envoy's container besides the admin port, as a container has them
 * @param nodeId node by which the discovery service knows this Envoy
 * @param clusterId cluster by which the discovery service knows this Envoy
 * @param extraArguments further arguments of Envoy
 * @param resources resource requirements of Envoy's container; empty for none
 * @param initImage MARIN3R's image, for the container that writes Envoy's bootstrap
 * @param shutdown the container that drains Envoy; empty for none
 */
public record EnvoyContainers(
        String name,
        String image,
        List<Map<String, Object>> ports,
        String nodeId,
        String clusterId,
        Admin admin,
        List<String> extraArguments,
        Map<String, Object> resources,
        Probes probes,
        Volumes volumeNames,
        DiscoveryServer server,
        String initImage,
        Optional<Shutdown> shutdown) {
    /** Envoy's image where nobody names one. */
    public static final String IMAGE = "envoyproxy/envoy:v1.29.0";

    public static final int ADMIN_PORT = 9901;

    private static final String CONFIG = "/etc/envoy/bootstrap";
    private static final String CONFIG_FILE = CONFIG + "/config.json";
    private static final String CERTIFICATE = "/etc/envoy/tls/client";

    /** Envoy's admin interface. */
    public record Admin(int port, String bindAddress, String accessLogPath) {
        /** What MARIN3R uses where nobody says otherwise. */
        public static final Admin DEFAULT = new Admin(ADMIN_PORT, "0.0.0.0", "/dev/null");
    }

    /**
     * Times and thresholds of Envoy's probes, as a container's probe has them. What they probe is
     * added.
     */
    public record Probes(Map<String, Object> liveness, Map<String, Object> readiness) {
        /** What MARIN3R uses where nobody says otherwise. */
        public static final Probes DEFAULT = new Probes(times(30, 10, 10), times(15, 5, 1));
    }

    /**
     * Names of the volumes.
     *
     * @param config the volume to which the bootstrap is written
     * @param certificate the volume with the client's certificate
     * @param secret the Secret with the client's certificate
     */
    public record Volumes(String config, String certificate, String secret) {}

    /**
     * The discovery service.
     *
     * @param host its host name
     * @param apiVersion version of Envoy's API, such as {@code v3}
     */
    public record DiscoveryServer(String host, int port, String apiVersion) {}

    /**
     * The container that drains Envoy before the pod ends.
     *
     * @param image MARIN3R's image
     * @param port port at which its hooks are called
     * @param drainSeconds time for which Envoy drains connections
     * @param drainStrategy {@code gradual} or {@code immediate}
     */
    public record Shutdown(String image, int port, long drainSeconds, String drainStrategy) {
        public static final int PORT = 8090;
        public static final long DRAIN_SECONDS = 300;
        public static final String GRADUAL = "gradual";

        private static final String RESOURCES =
                """
                {"requests": {"cpu": "5m", "memory": "25Mi"}, "limits": {"cpu": "50m", "memory": "50Mi"}}""";

        /** The lifecycle of a container that ends only when Envoy is drained. */
        public Map<String, Object> lifecycle() {
            return hook("/shutdown");
        }

        private Map<String, Object> hook(String path) {
            return object("preStop", get(path, port));
        }

        private Map<String, Object> container(Admin admin) {
            var arguments = new ArrayList<>(List.of("shutdown-manager", "--port", "" + port));
            if (admin.port() != ADMIN_PORT) {
                // MARIN3R's program takes the usual port otherwise, and drains nothing
                addAll(arguments, "--envoy-admin-address", "http://localhost:" + admin.port());
            }
            var container = called("envoy-shtdn-mgr", image);
            container.put("args", arguments);
            container.put("resources", Json.literal(RESOURCES));
            container.put("livenessProbe", probe("/healthz", port, times(3, 10, 3)));
            container.put("lifecycle", hook("/drain"));
            return container;
        }
    }

    /** Envoy's container, and the container that drains it if there is one. */
    public List<Map<String, Object>> containers() {
        var envoy = called(name, image);
        envoy.put("command", List.of("envoy"));
        envoy.put("args", arguments());
        envoy.put("ports", allPorts());
        if (!resources.isEmpty()) {
            envoy.put("resources", Json.copyMap(resources));
        }
        envoy.put("livenessProbe", probe("/ready", admin.port(), probes.liveness()));
        envoy.put("readinessProbe", probe("/ready", admin.port(), probes.readiness()));
        shutdown.ifPresent(each -> envoy.put("lifecycle", each.lifecycle()));
        var certificate = mount(volumeNames.certificate(), CERTIFICATE);
        var config = mount(volumeNames.config(), CONFIG);
        certificate.put("readOnly", true);
        config.put("readOnly", true);
        envoy.put("volumeMounts", List.of(certificate, config));
        var all = new ArrayList<>(List.of(envoy));
        shutdown.ifPresent(each -> all.add(each.container(admin)));
        return all;
    }

    private List<String> arguments() {
        var all = new ArrayList<>(List.of("-c", CONFIG_FILE));
        addAll(all, "--service-node", nodeId, "--service-cluster", clusterId);
        shutdown.ifPresent(
                each -> {
                    addAll(all, "--drain-time-s", Long.toString(each.drainSeconds()));
                    addAll(all, "--drain-strategy", each.drainStrategy());
                });
        all.addAll(extraArguments);
        return all;
    }

    private List<Map<String, Object>> allPorts() {
        var all = new ArrayList<Map<String, Object>>();
        ports.forEach(each -> all.add(Json.copyMap(each)));
        all.add(object("name", "admin", "containerPort", admin.port(), "protocol", "TCP"));
        return all;
    }

    /** The container that writes Envoy's bootstrap. */
    public List<Map<String, Object>> initContainers() {
        var arguments = new ArrayList<>(List.of("init-manager"));
        addAll(arguments, "--admin-access-log-path", admin.accessLogPath());
        addAll(arguments, "--admin-bind-address", admin.bindAddress() + ":" + admin.port());
        addAll(arguments, "--api-version", server.apiVersion());
        addAll(arguments, "--client-certificate-path", CERTIFICATE);
        addAll(arguments, "--config-file", CONFIG_FILE, "--resources-path", CONFIG);
        addAll(arguments, "--rtds-resource-name", "runtime");
        addAll(arguments, "--xdss-host", server.host(), "--xdss-port", "" + server.port());
        addAll(arguments, "--envoy-image", image);
        var container = called("envoy-init-mgr", initImage);
        container.put("args", arguments);
        container.put(
                "env",
                List.of(
                        variable("POD_NAME", "metadata.name"),
                        variable("POD_NAMESPACE", "metadata.namespace"),
                        variable("HOST_NAME", "spec.nodeName")));
        container.put("volumeMounts", List.of(mount(volumeNames.config(), CONFIG)));
        return List.of(container);
    }

    /** The volumes of the client's certificate and of the bootstrap. */
    public List<Map<String, Object>> volumes() {
        var secret = object("secretName", volumeNames.secret(), "defaultMode", 420);
        return List.of(
                object("name", volumeNames.certificate(), "secret", secret),
                object("name", volumeNames.config(), "emptyDir", object()));
    }

    private static Map<String, Object> called(String name, String image) {
        return object("name", name, "image", image, "imagePullPolicy", "IfNotPresent");
    }

    private static Map<String, Object> variable(String name, String path) {
        var field = object("apiVersion", "v1", "fieldPath", path);
        return object("name", name, "valueFrom", object("fieldRef", field));
    }

    private static Map<String, Object> mount(String volume, String path) {
        return object("name", volume, "mountPath", path);
    }

    private static Map<String, Object> probe(String path, int port, Map<String, Object> times) {
        var probe = get(path, port);
        probe.putAll(times);
        return probe;
    }

    private static Map<String, Object> times(int delay, int period, int failures) {
        var times = object("initialDelaySeconds", delay, "timeoutSeconds", 1);
        times.putAll(object("periodSeconds", period, "successThreshold", 1));
        times.put("failureThreshold", failures);
        return times;
    }

    private static Map<String, Object> get(String path, int port) {
        return object("httpGet", object("path", path, "port", port, "scheme", "HTTP"));
    }
}
