package dev.dragoman.envoy.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.envoy.container.EnvoyContainers.Admin;
import dev.dragoman.envoy.container.EnvoyContainers.DiscoveryServer;
import dev.dragoman.envoy.container.EnvoyContainers.Probes;
import dev.dragoman.envoy.container.EnvoyContainers.Shutdown;
import dev.dragoman.envoy.container.EnvoyContainers.Volumes;
import dev.dragoman.kube.object.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The containers field by field, as MARIN3R's generator_test.go expects them. */
class EnvoyContainersTest {
    private static final Map<String, Object> UDP =
            Map.of("name", "udp", "containerPort", 6000, "protocol", "UDP");

    private static EnvoyContainers containers(Admin admin, Optional<Shutdown> shutdown) {
        return new EnvoyContainers(
                "envoy",
                "envoy:test",
                List.of(UDP),
                "node",
                "cluster",
                admin,
                List.of("--some-arg", "some value"),
                Map.of("limits", Map.of("cpu", "1")),
                Probes.DEFAULT,
                new Volumes("config", "tls", "client-secret"),
                new DiscoveryServer("marin3r-ds.ns.svc", 18001, "v3"),
                "marin3r:test",
                shutdown);
    }

    private static String envoy(String arguments, int admin, String lifecycle) {
        return """
               {"name": "envoy", "image": "envoy:test", "imagePullPolicy": "IfNotPresent", "command": ["envoy"],
                "args": ["-c", "/etc/envoy/bootstrap/config.json", "--service-node", "node", "--service-cluster", "cluster", %s
                         "--some-arg", "some value"],
                "ports": [{"name": "udp", "containerPort": 6000, "protocol": "UDP"},
                          {"name": "admin", "containerPort": %d, "protocol": "TCP"}],
                "resources": {"limits": {"cpu": "1"}},
                "livenessProbe": {"httpGet": {"path": "/ready", "port": %d, "scheme": "HTTP"},
                  "initialDelaySeconds": 30, "timeoutSeconds": 1, "periodSeconds": 10, "successThreshold": 1, "failureThreshold": 10},
                "readinessProbe": {"httpGet": {"path": "/ready", "port": %d, "scheme": "HTTP"},
                  "initialDelaySeconds": 15, "timeoutSeconds": 1, "periodSeconds": 5, "successThreshold": 1, "failureThreshold": 1},
                %s
                "volumeMounts": [{"name": "tls", "mountPath": "/etc/envoy/tls/client", "readOnly": true},
                                 {"name": "config", "mountPath": "/etc/envoy/bootstrap", "readOnly": true}]}"""
                .formatted(arguments, admin, admin, admin, lifecycle);
    }

    private static Map<String, Object> manager(String arguments) {
        return Json.literal(
                """
                {"name": "envoy-shtdn-mgr", "image": "marin3r:stop", "imagePullPolicy": "IfNotPresent",
                 "args": ["shutdown-manager", "--port", "30000"%s],
                 "resources": {"requests": {"cpu": "5m", "memory": "25Mi"}, "limits": {"cpu": "50m", "memory": "50Mi"}},
                 "livenessProbe": {"httpGet": {"path": "/healthz", "port": 30000, "scheme": "HTTP"},
                   "initialDelaySeconds": 3, "timeoutSeconds": 1, "periodSeconds": 10, "successThreshold": 1, "failureThreshold": 3},
                 "lifecycle": {"preStop": {"httpGet": {"path": "/drain", "port": 30000, "scheme": "HTTP"}}}}"""
                        .formatted(arguments));
    }

    private static Optional<Shutdown> shutdown() {
        return Optional.of(new Shutdown("marin3r:stop", 30000, 360, "immediate"));
    }

    @Test
    void envoyAloneHasItsArgumentsPortsProbesAndMounts() {
        assertThat(containers(Admin.DEFAULT, Optional.empty()).containers())
                .containsExactly(Json.literal(envoy("", 9901, "")));
    }

    @Test
    void theShutdownManagerDrainsEnvoyBeforeThePodEnds() {
        assertThat(containers(Admin.DEFAULT, shutdown()).containers())
                .containsExactly(
                        Json.literal(
                                envoy(
                                        """
                                        "--drain-time-s", "360", "--drain-strategy", "immediate",""",
                                        9901,
                                        """
                                        "lifecycle": {"preStop": {"httpGet": {"path": "/shutdown", "port": 30000, "scheme": "HTTP"}}},""")),
                        manager(""));
    }

    @Test
    void theShutdownManagerIsToldOfAnotherAdminPort() {
        var admin = new Admin(9902, "127.0.0.1", "/dev/stdout");

        assertThat(containers(admin, shutdown()).containers().getLast())
                .isEqualTo(
                        manager(
                                """
                                , "--envoy-admin-address", "http://localhost:9902\""""));
    }

    @Test
    void theInitManagerWritesTheBootstrap() {
        var admin = new Admin(5000, "127.0.0.1", "/dev/stdout");

        assertThat(containers(admin, Optional.empty()).initContainers())
                .containsExactly(
                        Json.literal(
                                """
                                {"name": "envoy-init-mgr", "image": "marin3r:test", "imagePullPolicy": "IfNotPresent",
                                 "args": ["init-manager", "--admin-access-log-path", "/dev/stdout", "--admin-bind-address", "127.0.0.1:5000",
                                   "--api-version", "v3", "--client-certificate-path", "/etc/envoy/tls/client",
                                   "--config-file", "/etc/envoy/bootstrap/config.json", "--resources-path", "/etc/envoy/bootstrap",
                                   "--rtds-resource-name", "runtime", "--xdss-host", "marin3r-ds.ns.svc", "--xdss-port", "18001",
                                   "--envoy-image", "envoy:test"],
                                 "env": [{"name": "POD_NAME", "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.name"}}},
                                   {"name": "POD_NAMESPACE", "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.namespace"}}},
                                   {"name": "HOST_NAME", "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": "spec.nodeName"}}}],
                                 "volumeMounts": [{"name": "config", "mountPath": "/etc/envoy/bootstrap"}]}"""));
    }

    @Test
    void thePodHasTheCertificateAndRoomForTheBootstrap() {
        assertThat(containers(Admin.DEFAULT, Optional.empty()).volumes())
                .containsExactly(
                        Json.literal(
                                """
                                {"name": "tls", "secret": {"secretName": "client-secret", "defaultMode": 420}}"""),
                        Json.literal(
                                """
                                {"name": "config", "emptyDir": {}}"""));
    }
}
