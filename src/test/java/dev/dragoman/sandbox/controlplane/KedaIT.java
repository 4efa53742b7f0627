package dev.dragoman.sandbox.controlplane;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.tier.Campaign;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** KEDA scales what runs on the control plane, and its webhooks refuse what KEDA does not take. */
@Campaign
class KedaIT {
    private static final String AUTOSCALER =
            AuditLog.serviceAccount("kube-system", "horizontal-pod-autoscaler");
    private static ControlPlane plane;

    @BeforeAll
    static void start() {
        plane = ControlPlane.start(Options.defaults().withKeda());
    }

    @AfterAll
    static void end() {
        var processes =
                new StateDirectory(plane.directory())
                        .recorded().stream()
                                .filter(one -> !one.name().equals(StateDirectory.OWNER))
                                .toList();
        plane.close();
        assertThat(processes)
                .extracting(StateDirectory.Recorded::name)
                .contains("keda-operator", "keda-adapter", "keda-webhooks");
        assertThat(processes).allMatch(one -> one.handle().isEmpty());
        assertThat(plane.directory()).doesNotExist();
    }

    @Test
    void aDeploymentFollowsWhatATriggerCountsAndGoesBackToNone() {
        namespace("scaled");
        deployment("scaled", "worker", 0);
        deployment("scaled", "demand", 3);
        scaledObject("scaled", "worker", "worker").serverSideApply();
        await().until(() -> pods("scaled", "worker") == 3);
        await().until(() -> metricSays("1"));
        // KEDA wakes it up, all more is done by the autoscaler of the controller-manager.
        assertThat(replicasSetBy(plane.keda().user())).startsWith(1);
        assertThat(replicasSetBy(AUTOSCALER)).endsWith(3);

        demand(1);
        await().until(() -> pods("scaled", "worker") == 1);
        assertThat(replicasSetBy(AUTOSCALER)).endsWith(1);

        demand(0);
        await().until(() -> pods("scaled", "worker") == 0);
        assertThat(replicasSetBy(plane.keda().user())).endsWith(0);

        scaledObject("scaled", "worker", "worker").delete();
        await().until(() -> autoscaler("scaled", "worker") == null);
    }

    @Test
    void theWebhookRefusesASecondScaledObjectForADeployment() {
        namespace("twice");
        deployment("twice", "worker", 0);
        scaledObject("twice", "first", "worker").serverSideApply();
        await().until(() -> autoscaler("twice", "first") != null);
        assertThatThrownBy(() -> scaledObject("twice", "second", "worker").create())
                .hasMessageContaining(
                        "admission webhook \"vscaledobject.kb.io\" denied the request")
                .hasMessageContaining("already managed by");
        deployment("twice", "other", 0);
        assertThat(scaledObject("twice", "second", "other").create()).isNotNull();
    }

    private static KubernetesClient client() {
        return plane.client();
    }

    private static void namespace(String name) {
        var namespace = new NamespaceBuilder().withNewMetadata().withName(name).endMetadata();
        client().namespaces().resource(namespace.build()).create();
        await().until(
                        () ->
                                client().serviceAccounts()
                                                .inNamespace(name)
                                                .withName("default")
                                                .get()
                                        != null);
    }

    private static void deployment(String namespace, String name, int replicas) {
        var yaml =
                """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: %2$s, namespace: %1$s}
                spec:
                  replicas: %3$d
                  selector: {matchLabels: {app: %2$s}}
                  template:
                    metadata: {labels: {app: %2$s}}
                    spec:
                      containers: [{name: a, image: a}]
                """
                        .formatted(namespace, name, replicas);
        var _ = resource(yaml).serverSideApply();
    }

    /** One pod for each pod of {@code demand}. */
    private static Resource<GenericKubernetesResource> scaledObject(
            String namespace, String name, String deployment) {
        return resource(
                """
                apiVersion: keda.sh/v1alpha1
                kind: ScaledObject
                metadata: {name: %s, namespace: %s}
                spec:
                  scaleTargetRef: {name: %s}
                  pollingInterval: 1
                  cooldownPeriod: 1
                  maxReplicaCount: 5
                  triggers:
                  - type: kubernetes-workload
                    metadata: {podSelector: app=demand, value: "1"}
                """
                        .formatted(name, namespace, deployment));
    }

    private static Resource<GenericKubernetesResource> resource(String yaml) {
        return client().resource(Serialization.unmarshal(yaml, GenericKubernetesResource.class));
    }

    private static long pods(String namespace, String app) {
        return client()
                .pods()
                .inNamespace(namespace)
                .withLabel("app", app)
                .list()
                .getItems()
                .stream()
                .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
                .count();
    }

    private static HorizontalPodAutoscaler autoscaler(String namespace, String scaledObject) {
        return client().autoscaling()
                .v2()
                .horizontalPodAutoscalers()
                .inNamespace(namespace)
                .withName("keda-hpa-" + scaledObject)
                .get();
    }

    /** What the autoscaler was told through the API server, for each pod. */
    private static boolean metricSays(String average) {
        var metrics = autoscaler("scaled", "worker").getStatus().getCurrentMetrics();
        return metrics != null
                && metrics.stream()
                        .anyMatch(
                                each ->
                                        "External".equals(each.getType())
                                                && average.equals(
                                                        each.getExternal()
                                                                .getCurrent()
                                                                .getAverageValue()
                                                                .toString()));
    }

    private static void demand(int pods) {
        client().apps().deployments().inNamespace("scaled").withName("demand").scale(pods);
    }

    /** What the user has set for the worker, oldest first. */
    private static List<Integer> replicasSetBy(String user) {
        return plane.audit().writesBy(user).stream()
                .filter(event -> event.name().equals("worker") && event.code() == 200)
                .filter(event -> event.subresource().equals("scale"))
                // None is not written out.
                .map(event -> event.json().at("/requestObject/spec/replicas").asInt(0))
                .toList();
    }
}
