package dev.dragoman.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Agents that the real KEDA scales on the jobs of a pool, with the real autoscaler. The test plays
 * the agents: each running pod signs on under its name, takes a job when one waits, and ends it
 * when the test says so.
 */
class AgentScalingIT {
    private static final String NAME = "agents";

    private ControlPlane plane;
    private AgentCluster targets;
    private int pool;

    /** Pods that were told to end while they had a job. */
    private final Set<String> interrupted = ConcurrentHashMap.newKeySet();

    private Watch watch;

    @BeforeEach
    void start() throws IOException {
        plane = ControlPlane.start(Options.defaults().withKeda());
        Files.copy(AgentCluster.AZURE.caPem(), plane.keda().trusted().resolve("azure.pem"));
        targets = new AgentCluster(plane);
        pool = targets.pool("poc-pool");
        targets.token("hunter2");
        watch =
                targets.client()
                        .pods()
                        .inNamespace(targets.namespace)
                        .watch(
                                new Watcher<Pod>() {
                                    @Override
                                    public void eventReceived(Action action, Pod pod) {
                                        ended(action, pod);
                                    }

                                    @Override
                                    public void onClose(WatcherException cause) {}
                                });
        targets.start();
        targets.apply(
                AgentCluster.TARGET
                        + """
                            minReplicaCount: 0
                            maxReplicaCount: 20
                          """);
        targets.reason(NAME, "Reconciled");
        // as an administrator may: what others add to what was made stays
        targets.kubectl(
                "patch",
                "scaledobject",
                NAME,
                "--type=merge",
                "-p",
                "{\"spec\":{\"pollingInterval\":1,\"cooldownPeriod\":1}}");
    }

    @AfterEach
    void stop() {
        watch.close();
        targets.close();
        plane.close();
    }

    private void ended(Watcher.Action action, Pod pod) {
        var name = pod.getMetadata().getName();
        boolean ends =
                action == Watcher.Action.DELETED
                        || pod.getMetadata().getDeletionTimestamp() != null;
        if (!ends) {
            return;
        }
        if (targets.devOps().job(pool, name).isPresent()) {
            interrupted.add(name);
        }
        targets.devOps().remove(pool, name);
    }

    private List<Pod> running() {
        return targets
                .client()
                .pods()
                .inNamespace(targets.namespace)
                .withLabel("app", "build-agents")
                .list()
                .getItems()
                .stream()
                .filter(each -> "Running".equals(each.getStatus().getPhase()))
                .filter(each -> each.getMetadata().getDeletionTimestamp() == null)
                .toList();
    }

    /** Lets agents sign on and take jobs. */
    private List<String> play() {
        var names = running().stream().map(each -> each.getMetadata().getName()).toList();
        names.stream()
                .filter(each -> !targets.devOps().names(pool).contains(each))
                .forEach(each -> targets.devOps().register(pool, each));
        targets.devOps().assign(pool);
        return names;
    }

    private List<String> busy() {
        return targets.devOps().names(pool).stream()
                .filter(each -> targets.devOps().job(pool, each).isPresent())
                .toList();
    }

    private void until(int agents, int busy) {
        await().atMost(AgentCluster.PATIENCE.multipliedBy(2))
                .untilAsserted(
                        () -> {
                            assertThat(play()).as("agents").hasSize(agents);
                            assertThat(busy()).as("with a job").hasSize(busy);
                            assertThat(marked()).as("marked").isEqualTo(busy);
                        });
    }

    private long marked() {
        return running().stream()
                .filter(each -> each.getMetadata().getLabels().containsKey("dragoman.dev/busy"))
                .count();
    }

    private void queue(int jobs) {
        for (int i = 0; i < jobs; i++) {
            targets.devOps().queue(pool);
        }
    }

    private void finish(List<String> agents) {
        agents.forEach(
                each -> targets.devOps().finish(targets.devOps().job(pool, each).orElseThrow()));
    }

    @Test
    void agentsFollowTheirJobsAndNoneIsInterrupted() {
        until(0, 0);
        queue(1);
        until(1, 1);
        queue(4);
        until(5, 5);
        // the count of waiting jobs alone would make one of five
        queue(1);
        until(6, 6);

        queue(6);
        until(12, 12);

        // those that began first: without the annotation a ReplicaSet ends the youngest
        finish(busy().subList(0, 9));
        var left = Set.copyOf(busy());
        until(3, 3);
        assertThat(Set.copyOf(busy())).isEqualTo(left);

        finish(busy());
        until(0, 0);
        assertThat(interrupted).isEmpty();
    }
}
