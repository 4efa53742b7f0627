package dev.dragoman.discovery.decision;

import static dev.dragoman.discovery.decision.ServiceObject.map;

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
        var spec = map("replicas", 1, "strategy", strategy(service, image));
        if (template.isPresent()) {
            spec.put("selector", map("matchLabels", service.labels()));
            spec.put("template", template.get());
        }
        return ServiceObject.own(
                "apps/v1",
                "Deployment",
                service,
                DiscoveryNames.of(service.name()),
                map("spec", spec));
    }

    /**
     * The strategy of the spec. The default is Recreate for MARIN3R's images, since MARIN3R elects
     * no leader: two pods at once would both reconcile.
     */
    private static Map<String, Object> strategy(DiscoveryService service, String image) {
        var asked = service.text("deploymentStrategy");
        boolean recreate = asked.isEmpty() ? isMarin3r(image) : "Recreate".equals(asked);
        return recreate
                ? map("type", "Recreate")
                : map(
                        "type",
                        "RollingUpdate",
                        "rollingUpdate",
                        map("maxUnavailable", 0, "maxSurge", 1));
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
                map("runAsNonRoot", true, "seccompProfile", map("type", "RuntimeDefault")));
        spec.put("containers", List.of(container(service, image)));
        spec.put(
                "volumes",
                List.of(
                        volume("server-cert", pki.serverSecret(), List.of()),
                        // without the root's key, which pods do not need
                        volume(
                                "ca-cert",
                                pki.caSecret(),
                                List.of(map("key", "ca.crt", "path", "tls.crt"))),
                        volume("client-cert", client, List.of())));
        return map("metadata", map("labels", labels), "spec", spec);
    }

    private static Map<String, Object> volume(
            String name, String secret, List<Map<String, Object>> items) {
        var source = map("secretName", secret, "defaultMode", 420);
        if (!items.isEmpty()) {
            source.put("items", items);
        }
        return map("name", name, "secret", source);
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
        var container =
                map(
                        "name",
                        "marin3r",
                        "image",
                        image,
                        "imagePullPolicy",
                        "IfNotPresent",
                        "args",
                        arguments,
                        "ports",
                        List.of(port("discovery", service.xdsPort()), port("metrics", metrics)),
                        "env",
                        List.of(
                                map("name", "WATCH_NAMESPACE", "value", service.namespace()),
                                Json.literal(
                                        """
  {"name": "POD_NAME", "valueFrom":
    {"fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.name"}}}""")),
                        "livenessProbe",
                        probe("/healthz", probes),
                        "readinessProbe",
                        probe("/readyz", probes));
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
        return map("name", name, "containerPort", number, "protocol", "TCP");
    }

    private static Map<String, Object> mount(String volume, String directory) {
        return map(
                "name",
                volume,
                "mountPath",
                "/etc/marin3r/tls/%s/".formatted(directory),
                "readOnly",
                true);
    }

    private static Map<String, Object> probe(String path, int port) {
        return map(
                "httpGet", map("path", path, "port", port),
                "failureThreshold", 3,
                "periodSeconds", 10,
                "successThreshold", 1,
                "timeoutSeconds", 1);
    }
}
