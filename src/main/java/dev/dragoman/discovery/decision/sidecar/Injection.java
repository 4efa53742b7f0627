package dev.dragoman.discovery.decision.sidecar;

import static dev.dragoman.kube.object.Json.object;

import dev.dragoman.discovery.decision.DiscoveryNames;
import dev.dragoman.discovery.decision.DiscoveryService;
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
import java.util.stream.Stream;

/**
 * What is done to a pod that is about to be made: Envoy's containers are added, as MARIN3R adds
 * them. A pod that has them already stays as it is.
 */
public final class Injection {
    private static final String NODE = "node-id";
    private static final String HOOKS = "shutdown-manager.extra-lifecycle-hooks";
    private static final String CONTAINERS = "containers";
    private static final String INIT_CONTAINERS = "initContainers";
    private static final String GRACE = "terminationGracePeriodSeconds";
    private static final String SECURITY = "securityContext";
    private static final String USER = "runAsUser";

    /** User of Envoy's image, which has no other default than root. */
    private static final int ENVOY = 101;

    /** User of images that want none in particular. */
    private static final int NOBODY = 65_532;

    private static final long MOST_SECONDS = 100_000_000;

    /** The decision about a pod. */
    public sealed interface Answer {}

    /**
     * The pod may be made.
     *
     * @param patch operations of a JSON Patch; empty if the pod stays as it is
     * @param warnings what whoever makes the pod should know
     */
    public record Allowed(List<Map<String, Object>> patch, List<String> warnings)
            implements Answer {}

    /** The pod must not be made; the message says what to do. */
    public record Denied(String message) implements Answer {}

    private final Map<String, Object> spec;
    private final SidecarFacts facts;
    private final PodAnnotations wanted;
    private final List<Map<String, Object>> patch = new ArrayList<>();

    private Injection(Map<String, Object> pod, SidecarFacts facts) {
        this.spec = Fields.spec(pod);
        this.facts = facts;
        this.wanted =
                new PodAnnotations(Fields.map(pod, "metadata", "annotations"), facts.lenient());
    }

    /**
     * Decides about a pod.
     *
     * @param pod the pod as it is to be made
     * @param facts what is known about its namespace
     */
    public static Answer of(Map<String, Object> pod, SidecarFacts facts) {
        if (!DiscoveryNames.ENABLED.equals(Fields.label(pod, DiscoveryNames.STATUS))) {
            return new Allowed(List.of(), List.of());
        }
        try {
            return new Injection(pod, facts).answer();
        } catch (Refused refused) {
            return new Denied(refused.getMessage());
        }
    }

    private Answer answer() {
        if (!wanted.has(NODE)) {
            throw new Refused(
                    "annotation %s is missing; write by which node id the discovery service knows the sidecar"
                            .formatted(PodAnnotations.name(NODE)));
        }
        var name = wanted.text("container-name", "envoy-sidecar");
        if (has(CONTAINERS, name) || has(INIT_CONTAINERS, name)) {
            return new Allowed(List.of(), List.of());
        }
        var configMap = wanted.optional("ads-configmap");
        var containers = containers(name, configMap.isPresent());
        if (configMap.isEmpty()) {
            containers
                    .initContainers()
                    .forEach(each -> add(INIT_CONTAINERS, restricted(each, NOBODY)));
        }
        boolean isNative = wanted.flag("dragoman.dev/native-sidecar");
        for (var each : containers.containers()) {
            var container = restricted(each, each.get("name").equals(name) ? ENVOY : NOBODY);
            if (isNative) {
                container.put("restartPolicy", "Always");
            }
            add(isNative ? INIT_CONTAINERS : CONTAINERS, container);
        }
        for (var each : containers.volumes()) {
            var volume = Json.copyMap(each);
            if (volume.remove("emptyDir") != null) {
                volume.put(
                        configMap.isPresent() ? "configMap" : "emptyDir",
                        configMap.map(map -> object("name", map)).orElseGet(Json::object));
            }
            add("volumes", volume);
        }
        containers.shutdown().ifPresent(this::waitForDrain);
        return new Allowed(List.copyOf(patch), wanted.warnings());
    }

    /** Whether the pod has this container, with Envoy's configuration. */
    private boolean has(String list, String name) {
        return Json.maps(spec, list).stream()
                .anyMatch(each -> name.equals(each.get("name")) && isConfigured(each));
    }

    private static boolean isConfigured(Map<String, Object> container) {
        return Json.maps(container, "volumeMounts").stream()
                .anyMatch(each -> "/etc/envoy/bootstrap".equals(each.get("mountPath")));
    }

    /**
     * Whether a labelled pod that has not ended was made without Envoy, and should have it.
     *
     * @param namespace namespace of the operator, which has no sidecars
     */
    public static boolean isMissing(Map<String, Object> pod, String namespace) {
        var phase = Json.text(Fields.map(pod, "status"), "phase");
        return !Fields.deleting(pod)
                && !List.of("Succeeded", "Failed").contains(phase)
                && !List.of("kube-system", namespace).contains(Fields.metadata(pod, "namespace"))
                && Stream.of(CONTAINERS, INIT_CONTAINERS)
                        .flatMap(each -> Json.maps(Fields.spec(pod), each).stream())
                        .noneMatch(Injection::isConfigured);
    }

    private EnvoyContainers containers(String name, boolean isConfigured) {
        var node = wanted.text(NODE, "");
        var service = facts.service(wanted.optional("discovery-service.name"));
        return new EnvoyContainers(
                name,
                wanted.text("envoy-image", EnvoyContainers.IMAGE),
                wanted.ports(),
                node,
                wanted.text("cluster-id", node),
                admin(isConfigured),
                wanted.words("envoy-extra-args"),
                Map.copyOf(wanted.resources()),
                Probes.DEFAULT,
                new Volumes(
                        wanted.text("config-volume", "envoy-sidecar-bootstrap"),
                        wanted.text("tls-volume", "envoy-sidecar-tls"),
                        wanted.text("client-certificate", facts.secret(service))),
                new DiscoveryServer(
                        service.host(),
                        service.xdsPort(),
                        wanted.choice("envoy-api-version", "v3")),
                isConfigured ? "" : image("init-manager.image", service),
                wanted.flag("shutdown-manager.enabled")
                        ? Optional.of(shutdown(service))
                        : Optional.empty());
    }

    private Admin admin(boolean isConfigured) {
        var admin =
                new Admin(
                        wanted.port("admin.port", Admin.DEFAULT.port()),
                        wanted.text("admin.bind-address", Admin.DEFAULT.bindAddress()),
                        wanted.text("admin.access-log-path", Admin.DEFAULT.accessLogPath()));
        if (isConfigured && !admin.equals(Admin.DEFAULT)) {
            throw new Refused(
                    "annotation %s: the bootstrap of a ConfigMap says where Envoy is administered; take away the annotations %s*, or this one"
                            .formatted(
                                    PodAnnotations.name("ads-configmap"),
                                    PodAnnotations.name("admin.")));
        }
        return admin;
    }

    private Shutdown shutdown(DiscoveryService service) {
        return new Shutdown(
                image("shutdown-manager.image", service),
                wanted.port("shutdown-manager.port", Shutdown.PORT),
                wanted.number(
                        "shutdown-manager.drain-time", 0, MOST_SECONDS, Shutdown.DRAIN_SECONDS),
                wanted.choice("shutdown-manager.drain-strategy", Shutdown.GRADUAL, "immediate"));
    }

    private String image(String annotation, DiscoveryService service) {
        var usual = facts.image().isEmpty() ? service.image().orElse("") : facts.image();
        var image = wanted.text(annotation, usual);
        if (image.isEmpty()) {
            throw new Refused(
                    "there is no image of MARIN3R: write it in annotation %s, in spec.image of DiscoveryService %s, or in the operator's setting MARIN3R_IMAGE"
                            .formatted(PodAnnotations.name(annotation), service.id()));
        }
        return image;
    }

    /** The container with what the standard {@code restricted} of pods asks of it. */
    private Map<String, Object> restricted(Map<String, Object> container, int user) {
        var context =
                Json.literal(
                        """
                        {"allowPrivilegeEscalation": false, "capabilities": {"drop": ["ALL"]},
                         "runAsNonRoot": true, "seccompProfile": {"type": "RuntimeDefault"}}""");
        // without a user the image's counts, which is root for Envoy, and the kubelet refuses it
        if (!facts.choosesUsers()
                && !(Fields.map(spec, SECURITY).get(USER) instanceof Number of
                        && of.longValue() != 0)) {
            context.put(USER, user);
        }
        var copy = Json.copyMap(container);
        copy.put(SECURITY, context);
        return copy;
    }

    /** Lets the pod, and containers that Envoy sends to, live until Envoy is drained. */
    private void waitForDrain(Shutdown shutdown) {
        long grace = Json.number(spec, GRACE, 0);
        if (grace < shutdown.drainSeconds()) {
            operation("/spec/" + GRACE, shutdown.drainSeconds());
        }
        for (var name : wanted.entries(HOOKS)) {
            hook(name, shutdown);
        }
    }

    private void hook(String name, Shutdown shutdown) {
        var containers = Json.maps(spec, CONTAINERS);
        int place = containers.stream().map(each -> each.get("name")).toList().indexOf(name);
        if (place < 0) {
            throw PodAnnotations.refused(
                    HOOKS, name, "names of containers of the pod, separated by commas");
        }
        var lifecycle = Fields.map(containers.get(place), "lifecycle");
        if (lifecycle.containsKey("preStop") && !facts.lenient()) {
            throw new Refused(
                    "annotation %s: container %s has a preStop hook of its own, which would be lost; take away one of the two"
                            .formatted(PodAnnotations.name(HOOKS), name));
        }
        var hooks = Json.copyMap(lifecycle);
        hooks.putAll(shutdown.lifecycle());
        operation("/spec/containers/%d/lifecycle".formatted(place), hooks);
    }

    private void add(String list, Map<String, Object> element) {
        boolean isThere =
                spec.get(list) instanceof List<?>
                        || patch.stream()
                                .anyMatch(each -> each.get("path").equals("/spec/" + list));
        if (!isThere) {
            operation("/spec/" + list, List.of());
        }
        operation("/spec/%s/-".formatted(list), element);
    }

    private void operation(String path, Object value) {
        patch.add(object("op", "add", "path", path, "value", value));
    }
}
