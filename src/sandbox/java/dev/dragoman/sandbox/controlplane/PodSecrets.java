package dev.dragoman.sandbox.controlplane;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Simulates how a kubelet treats Secrets, because kwok ignores them. A pod that refers to a missing
 * Secret or key waits, with the reason that a kubelet gives. Once all exist, the pod gets the
 * condition that the stages of kwok require. A running pod keeps running when its Secret is
 * deleted, as on a kubelet. ConfigMaps are ignored.
 */
final class PodSecrets implements AutoCloseable {
    /** kwok runs a pod only with this condition. */
    static final String CONDITION = "sandbox.dragoman.dev/SecretsExist";

    private static final Logger LOG = LoggerFactory.getLogger(PodSecrets.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Retry after failures, such as a conflict when the pod has changed. */
    private static final int RETRY_SECONDS = 2;

    private final KubernetesClient client;
    private final ScheduledExecutorService worker =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("pod-secrets").factory());
    private final SharedIndexInformer<Secret> secrets;
    private final SharedIndexInformer<Pod> pods;

    private PodSecrets(KubernetesClient client) {
        this.client = client;
        this.secrets = client.secrets().inAnyNamespace().runnableInformer(0);
        this.pods = client.pods().inAnyNamespace().runnableInformer(0);
    }

    /** Handles all pods until it is closed. It does not close the client. */
    static PodSecrets start(KubernetesClient client) {
        var all = new PodSecrets(client);
        all.secrets.addEventHandler(new Look<>(all.worker, all::lookAtAll));
        all.pods.addEventHandler(new Look<>(all.worker, all::lookAtAll));
        all.secrets.run();
        all.pods.run();
        var _ =
                all.worker.scheduleWithFixedDelay(
                        all::lookAtAll, 0, RETRY_SECONDS, TimeUnit.SECONDS);
        return all;
    }

    private void lookAtAll() {
        for (var pod : pods.getStore().list()) {
            try {
                look(pod);
            } catch (KubernetesClientException e) {
                LOG.debug("retry in {} s: {}", RETRY_SECONDS, e.getMessage());
            }
        }
    }

    private void look(Pod pod) {
        if (!starts(pod)) {
            return;
        }
        var waiting = new PodNeeds(pod, this::secret).missing();
        if (waiting.isEmpty()) {
            allow(pod);
        } else if (!says(pod, waiting.get())) {
            patch(pod, waiting(pod, waiting.get()));
        }
    }

    private static boolean starts(Pod pod) {
        return pod.getSpec().getNodeName() != null
                && pod.getMetadata().getDeletionTimestamp() == null
                && "Pending".equals(pod.getStatus().getPhase());
    }

    private Optional<Secret> secret(String namespace, String name) {
        return Optional.ofNullable(secrets.getStore().getByKey(namespace + "/" + name));
    }

    private static boolean says(Pod pod, PodNeeds.Waiting waiting) {
        return pod.getStatus().getContainerStatuses().stream()
                .map(ContainerStatus::getState)
                .filter(state -> state != null && state.getWaiting() != null)
                .anyMatch(
                        state ->
                                waiting.reason().equals(state.getWaiting().getReason())
                                        && Objects.equals(
                                                waiting.message(),
                                                state.getWaiting().getMessage()));
    }

    private static ObjectNode waiting(Pod pod, PodNeeds.Waiting waiting) {
        var status = JsonNodeFactory.instance.objectNode();
        var containers = status.putArray("containerStatuses");
        for (var container : pod.getSpec().getContainers()) {
            var each =
                    containers
                            .addObject()
                            .put("name", container.getName())
                            .put("image", container.getImage())
                            .put("imageID", "")
                            .put("ready", false)
                            .put("restartCount", 0);
            each.putObject("state")
                    .putObject("waiting")
                    .put("reason", waiting.reason())
                    .put("message", waiting.message());
        }
        return status;
    }

    private void allow(Pod pod) {
        if (pod.getStatus().getConditions().stream().anyMatch(c -> c.getType().equals(CONDITION))) {
            return;
        }
        var status = JsonNodeFactory.instance.objectNode();
        status.putArray("conditions")
                .addObject()
                .put("type", CONDITION)
                .put("status", "True")
                .put("lastTransitionTime", Instant.now().toString());
        patch(pod, status);
    }

    private void patch(Pod pod, ObjectNode status) {
        var patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata").put("uid", pod.getMetadata().getUid());
        patch.set("status", status);
        try {
            var _ =
                    client.pods()
                            .inNamespace(pod.getMetadata().getNamespace())
                            .withName(pod.getMetadata().getName())
                            .subresource("status")
                            .patch(
                                    PatchContext.of(PatchType.STRATEGIC_MERGE),
                                    JSON.writeValueAsString(patch));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        worker.shutdownNow();
        pods.close();
        secrets.close();
    }

    /** Runs the task at every event. */
    private record Look<T>(ExecutorService worker, Runnable task)
            implements ResourceEventHandler<T> {
        @Override
        public void onAdd(T object) {
            worker.execute(task);
        }

        @Override
        public void onUpdate(T before, T object) {
            worker.execute(task);
        }

        @Override
        public void onDelete(T object, boolean unknown) {
            worker.execute(task);
        }
    }
}
