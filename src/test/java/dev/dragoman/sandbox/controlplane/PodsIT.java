package dev.dragoman.sandbox.controlplane;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Pods on the simulated node start as pods on a kubelet do: when their Secrets are there. */
@Full
class PodsIT {
    private static ControlPlane plane;

    @BeforeAll
    static void start() {
        plane = ControlPlane.start(Options.defaults().withPods());
        await().until(
                        () ->
                                client().serviceAccounts()
                                                .inNamespace("default")
                                                .withName("default")
                                                .get()
                                        != null);
    }

    @AfterAll
    static void end() {
        plane.close();
    }

    @Test
    void aContainerThatNamesASecretWaitsForItAndForItsKey() {
        create(
                "variable",
                """
                  containers:
                  - name: a
                    image: a
                    env:
                    - name: ENDPOINT
                      valueFrom: {secretKeyRef: {name: wanted, key: endpoint}}
                """);
        assertWaits("variable", "CreateContainerConfigError", "secret \"wanted\" not found");
        secret("wanted", "other");
        assertWaits(
                "variable",
                "CreateContainerConfigError",
                "couldn't find key endpoint in Secret default/wanted");
        assertThat(pod("variable").getStatus().getPhase()).isEqualTo("Pending");
        secret("wanted", "endpoint");
        assertRunsSince("wanted", "variable");
    }

    @Test
    void aContainerThatTakesAWholeSecretWaitsForIt() {
        create(
                "whole",
                """
                  containers:
                  - {name: a, image: a, envFrom: [{secretRef: {name: all}}]}
                """);
        assertWaits("whole", "CreateContainerConfigError", "secret \"all\" not found");
        secret("all", "any");
        assertRunsSince("all", "whole");
    }

    @Test
    void aVolumeThatNamesASecretIsWaitedFor() {
        create(
                "volume",
                """
                  containers:
                  - {name: a, image: a, volumeMounts: [{name: v, mountPath: /v}]}
                  volumes:
                  - name: v
                    projected:
                      sources:
                      - secret: {name: mounted, items: [{key: token, path: token}]}
                """);
        assertWaits("volume", "ContainerCreating", "secret \"mounted\" not found");
        secret("mounted", "token");
        assertRunsSince("mounted", "volume");
    }

    @Test
    void whatNeedsNoSecretRunsAtOnce() {
        create(
                "optional",
                """
                  containers:
                  - name: a
                    image: a
                    env:
                    - name: ENDPOINT
                      valueFrom: {secretKeyRef: {name: nowhere, key: x, optional: true}}
                """);
        await().until(() -> runs("optional"));
    }

    private static KubernetesClient client() {
        return plane.client();
    }

    private static void create(String name, String spec) {
        var yaml =
                "apiVersion: v1\nkind: Pod\nmetadata: {name: %s}\nspec:\n%s".formatted(name, spec);
        client().pods()
                .inNamespace("default")
                .resource(Serialization.unmarshal(yaml, Pod.class))
                .create();
    }

    private static void secret(String name, String key) {
        client().secrets()
                .inNamespace("default")
                .resource(
                        new SecretBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .endMetadata()
                                .addToStringData(key, "value")
                                .build())
                .serverSideApply();
    }

    private static Pod pod(String name) {
        return client().pods().inNamespace("default").withName(name).get();
    }

    private static boolean runs(String name) {
        return "Running".equals(pod(name).getStatus().getPhase());
    }

    /** Waits for what the pod says; a pod that runs instead fails at once. */
    private static void assertWaits(String name, String reason, String message) {
        await().until(
                        () -> {
                            assertThat(runs(name)).as("runs without its Secret").isFalse();
                            var waiting = waiting(name);
                            return waiting != null
                                    && reason.equals(waiting.getReason())
                                    && message.equals(waiting.getMessage());
                        });
    }

    private static ContainerStateWaiting waiting(String name) {
        return pod(name).getStatus().getContainerStatuses().stream()
                .map(each -> each.getState().getWaiting())
                .findFirst()
                .orElse(null);
    }

    private static void assertRunsSince(String secret, String name) {
        await().until(() -> runs(name));
        var made =
                client().secrets()
                        .inNamespace("default")
                        .withName(secret)
                        .get()
                        .getMetadata()
                        .getCreationTimestamp();
        var started = pod(name).getStatus().getContainerStatuses().getFirst().getState();
        assertThat(started.getRunning().getStartedAt()).isGreaterThanOrEqualTo(made);
    }
}
