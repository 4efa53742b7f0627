package dev.dragoman.discovery.decision;

import static dev.dragoman.kube.object.Json.object;

import dev.dragoman.kube.object.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the Deployment of a discovery service. */
final class DiscoveryWorkload {
    static final int METRICS = 8383;
    static final int PROBES = 8384;

    /** Default affinity: the platforms for which the images are built. */
    private static final Map<String, Object> AFFINITY =
            Json.literal(
                    """
    {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {
      "nodeSelectorTerms": [{"matchExpressions": [
        {"key": "kubernetes.io/arch", "operator": "In", "values": ["amd64", "arm64"]},
        {"key": "kubernetes.io/os", "operator": "In", "values": ["linux"]}
      ]}]
    }}}""");

    private DiscoveryWorkload() {}

    /**
     * The Deployment.
     *
     * @param template template of the pods; empty to keep the live template
     */
    static Map<String, Object> deployment(
            DiscoveryService service, String image, Optional<Map<String, Object>> template) {
        var spec = object("replicas", 1, "strategy", strategy(service, image));
        if (template.isPresent()) {
            spec.put("selector", object("matchLabels", service.labels()));
            spec.put("template", template.get());
        }
        var name = DiscoveryNames.of(service.name());
        return service.manifest("apps/v1", "Deployment", name, object("spec", spec));
    }

    /**
     * The strategy of the spec. The default is Recreate for MARIN3R's images, since MARIN3R elects
     * no leader: two pods at once would both reconcile.
     */
    private static Map<String, Object> strategy(DiscoveryService service, String image) {
        var strategy = service.text("deploymentStrategy");
        boolean recreate = strategy.isEmpty() ? isMarin3r(image) : "Recreate".equals(strategy);
        var rolling = object("maxUnavailable", 0, "maxSurge", 1);
        return recreate
                ? object("type", "Recreate")
                : object("type", "RollingUpdate", "rollingUpdate", rolling);
    }

    /**
     * Whether the image is MARIN3R's: the last part of its path contains {@code marin3r}, as {@code
     * marin3r-rhel8} does.
     */
    static boolean isMarin3r(String image) {
        var last = image.substring(image.lastIndexOf('/') + 1);
        return last.replaceFirst("[:@].*", "").contains("marin3r");
    }

    /**
     * The template of the pods.
     *
     * @param serverHash hash of the server's certificate
     * @param bundleHash hash of the trust bundle
     * @param client name of the Secret with the pods' own client certificate
     */
    static Map<String, Object> template(
            DiscoveryService service,
            Pki pki,
            String image,
            String serverHash,
            String bundleHash,
            String client) {
        var labels = new LinkedHashMap<>(service.labels());
        labels.put(DiscoveryNames.SERVER_HASH, serverHash);
        labels.put(DiscoveryNames.BUNDLE_HASH, bundleHash);
        var spec = new LinkedHashMap<String, Object>();
        spec.put("serviceAccountName", DiscoveryNames.of(service.name()));
        spec.put("terminationGracePeriodSeconds", 30);
        var priority = service.text("podPriorityClass");
        if (!priority.isEmpty()) {
            spec.put("priorityClassName", priority);
        }
        spec.put("affinity", service.spec("affinity") instanceof Map<?, ?> own ? own : AFFINITY);
        spec.put(
                "securityContext",
                object("runAsNonRoot", true, "seccompProfile", object("type", "RuntimeDefault")));
        spec.put("containers", List.of(container(service, image)));
        var root = volume("ca-cert", pki.caSecret());
        // without the root's key, which pods do not need
        var certificates = List.of(object("key", "ca.crt", "path", "tls.crt"));
        Json.map(root, "secret").put("items", certificates);
        var server = volume("server-cert", pki.serverSecret());
        spec.put("volumes", List.of(server, root, volume("client-cert", client)));
        return object("metadata", object("labels", labels), "spec", spec);
    }

    private static Map<String, Object> volume(String name, String secret) {
        var source = object("secretName", secret, "defaultMode", 420);
        return object("name", name, "secret", source);
    }

    private static Map<String, Object> container(DiscoveryService service, String image) {
        int metrics = service.port("metricsPort", METRICS);
        int probes = service.port("probePort", PROBES);
        var arguments =
                new ArrayList<>(
                        List.of(
                                "discovery-service",
                                "--server-certificate-path=/etc/marin3r/tls/server",
                                "--ca-certificate-path=/etc/marin3r/tls/ca",
                                "--client-certificate-path=/etc/marin3r/tls/client",
                                "--xdss-port=" + service.xdsPort(),
                                "--metrics-bind-address=:" + metrics,
                                "--health-probe-bind-address=:" + probes));
        if (service.flag("debug", false)) {
            arguments.add("--debug");
        }
        var container = object("name", "marin3r", "image", image);
        container.put("imagePullPolicy", "IfNotPresent");
        container.put("args", arguments);
        container.put(
                "ports", List.of(port("discovery", service.xdsPort()), port("metrics", metrics)));
        container.put(
                "env",
                List.of(
                        object("name", "WATCH_NAMESPACE", "value", service.namespace()),
                        Json.literal(
                                """
  {"name": "POD_NAME", "valueFrom":
    {"fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.name"}}}""")));
        container.put("livenessProbe", probe("/healthz", probes));
        container.put("readinessProbe", probe("/readyz", probes));
        if (!service.map("resources").isEmpty()) {
            container.put("resources", service.map("resources"));
        }
        container.put(
                "securityContext",
                Json.literal(
                        """
  {"allowPrivilegeEscalation": false, "capabilities": {"drop": ["ALL"]}}"""));
        container.put(
                "volumeMounts",
                List.of(
                        mount("server-cert", "server"),
                        mount("ca-cert", "ca"),
                        mount("client-cert", "client")));
        return container;
    }

    private static Map<String, Object> port(String name, int number) {
        return object("name", name, "containerPort", number, "protocol", "TCP");
    }

    private static Map<String, Object> mount(String volume, String directory) {
        var path = "/etc/marin3r/tls/%s/".formatted(directory);
        return object("name", volume, "mountPath", path, "readOnly", true);
    }

    private static Map<String, Object> probe(String path, int port) {
        return object(
                "httpGet", object("path", path, "port", port),
                "failureThreshold", 3,
                "periodSeconds", 10,
                "successThreshold", 1,
                "timeoutSeconds", 1);
    }
}
