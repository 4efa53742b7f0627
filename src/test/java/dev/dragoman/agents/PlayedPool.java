package dev.dragoman.agents;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cluster.OwnCounts;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A control plane with the real KEDA and the real autoscaler, and a pool whose agents are played:
 * each running pod signs on under its name, takes a job when one waits, and ends it when the test
 * says so. An agent that is told to end does so at once when it has no job, and after its job
 * otherwise.
 */
@OwnCounts(by = "an API server")
final class PlayedPool implements AutoCloseable {
    static final String NAME = "agents";

    /** Pods with this label end when their container is said to have ended. */
    private static final String ENDS = "sandbox.dragoman.dev/ends";

    private static final String ENDED = "sandbox.dragoman.dev/ended";

    final AgentCluster targets;

    /** Pods that were told to end while they had a job. */
    final Set<String> told = ConcurrentHashMap.newKeySet();

    /** Pods that were gone before their job was over. */
    final Set<String> killed = ConcurrentHashMap.newKeySet();

    private final ControlPlane plane;
    private final int pool;
    private final Watch watch;

    PlayedPool() throws IOException {
        plane = ControlPlane.start(Options.defaults().withKeda());
        Files.copy(AgentCluster.AZURE.caPem(), plane.keda().trusted().resolve("azure.pem"));
        targets = new AgentCluster(plane);
        pool = targets.pool("poc-pool");
        targets.token("hunter2");
        // jobs are queued for a pool that has an agent, and those that are played leave it
        targets.devOps().register(pool, "by-hand");
        targets.devOps().offline(pool, "by-hand");
        watch =
                targets.client()
                        .pods()
                        .inNamespace(targets.namespace)
                        .watch(
                                new Watcher<Pod>() {
                                    @Override
                                    public void eventReceived(Action action, Pod pod) {
                                        changed(action, pod);
                                    }

                                    @Override
                                    public void onClose(WatcherException cause) {}
                                });
        targets.start();
    }

    @Override
    public void close() {
        // agents would wait for jobs that nobody ends
        busy().forEach(each -> finish(List.of(each)));
        targets.close();
        watch.close();
        plane.close();
    }

    /** Serves a CDTarget with these lines, scaled each second, as an administrator may set it. */
    void serve(String kind, String lines) {
        targets.apply(
                AgentCluster.TARGET.replace(
                                "app: build-agents", "app: build-agents, %s: told".formatted(ENDS))
                        + lines);
        targets.reason(NAME, "Reconciled");
        targets.kubectl(
                "patch",
                kind,
                NAME,
                "--type=merge",
                "-p",
                kind.equals("scaledobject")
                        ? "{\"spec\":{\"pollingInterval\":1,\"cooldownPeriod\":10}}"
                        : "{\"spec\":{\"pollingInterval\":1}}");
    }

    /** Fewer agents are wanted for so long before any is told to end; five minutes in a cluster. */
    void calm(int seconds) {
        targets.kubectl(
                "patch",
                "scaledobject",
                NAME,
                "--type=merge",
                "-p",
                """
                {"spec": {"cooldownPeriod": %1$d, "advanced": {"horizontalPodAutoscalerConfig": {"behavior":
                {"scaleDown": {"stabilizationWindowSeconds": %1$d}}}}}}
                """
                        .formatted(seconds));
    }

    private void changed(Watcher.Action action, Pod pod) {
        var name = pod.getMetadata().getName();
        boolean busy = targets.devOps().job(pool, name).isPresent();
        if (action == Watcher.Action.DELETED) {
            if (busy) {
                killed.add(name);
            }
            targets.devOps().remove(pool, name);
        } else if (pod.getMetadata().getDeletionTimestamp() != null) {
            if (busy) {
                told.add(name);
            } else {
                ends(name);
            }
        }
    }

    /** The agent signs off, and its container has ended. */
    private void ends(String name) {
        targets.devOps().remove(pool, name);
        try {
            var _ =
                    targets.client()
                            .pods()
                            .inNamespace(targets.namespace)
                            .withName(name)
                            // whatever else is written to it meanwhile
                            .patch(
                                    PatchContext.of(PatchType.JSON_MERGE),
                                    "{\"metadata\":{\"annotations\":{\"%s\":\"\"}}}"
                                            .formatted(ENDED));
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
                throw e;
            }
        }
    }

    /** Pods of agents, those that end among them. */
    List<Pod> pods() {
        return targets.client()
                .pods()
                .inNamespace(targets.namespace)
                .withLabel("app", "build-agents")
                .list()
                .getItems();
    }

    private List<Pod> running() {
        return pods().stream()
                .filter(each -> "Running".equals(each.getStatus().getPhase()))
                .filter(each -> each.getMetadata().getDeletionTimestamp() == null)
                .filter(each -> !each.getMetadata().getAnnotations().containsKey(ENDED))
                .toList();
    }

    /** Lets agents sign on and take jobs; the names of those that run. */
    List<String> play() {
        var names = running().stream().map(each -> each.getMetadata().getName()).toList();
        names.stream()
                .filter(each -> !targets.devOps().names(pool).contains(each))
                .forEach(each -> targets.devOps().register(pool, each));
        targets.devOps().assign(pool);
        return names;
    }

    /** Names of agents with a job. */
    List<String> busy() {
        return targets.devOps().names(pool).stream()
                .filter(each -> targets.devOps().job(pool, each).isPresent())
                .toList();
    }

    /** Waits until so many run and are busy, which their pods say. */
    void until(int agents, int busy) {
        await(patience(agents))
                .untilAsserted(
                        () -> {
                            assertThat(play())
                                    .as("agents; told to end with a job: %s", told)
                                    .hasSize(agents);
                            assertThat(busy()).as("with a job").hasSize(busy);
                            assertThat(marked()).as("marked").isEqualTo(busy);
                        });
    }

    /** The same where nothing is written on pods. */
    void untilJobs(int agents) {
        await(patience(agents))
                .untilAsserted(
                        () -> {
                            assertThat(play()).as("agents").hasSize(agents);
                            assertThat(busy()).as("with a job").hasSize(agents);
                        });
    }

    private static Duration patience(int agents) {
        return Duration.ofMinutes(agents > 20 ? 4 : 2);
    }

    private long marked() {
        return running().stream()
                .filter(each -> each.getMetadata().getLabels().containsKey("dragoman.dev/busy"))
                .count();
    }

    void queue(int jobs) {
        for (int i = 0; i < jobs; i++) {
            targets.devOps().queue(pool);
        }
    }

    /** How often KEDA has made or changed an autoscaler. */
    int writesOfAutoscalers() {
        var user = plane.keda().user();
        return plane.audit()
                .events(
                        each ->
                                each.write()
                                        && each.user().equals(user)
                                        && each.resource().equals("horizontalpodautoscalers"))
                .size();
    }

    /** Jobs that no agent has taken. */
    int queued() {
        return targets.devOps().queued(pool);
    }

    /** Ends the jobs of agents; those that were told to end do so, and those of Jobs. */
    void finish(List<String> agents) {
        for (var each : agents) {
            targets.devOps().finish(targets.devOps().job(pool, each).orElseThrow());
            var pod = targets.client().pods().inNamespace(targets.namespace).withName(each).get();
            if (pod != null && (pod.getMetadata().getDeletionTimestamp() != null || once(pod))) {
                ends(each);
            }
        }
    }

    /** An agent of a Job takes one job. */
    private static boolean once(Pod pod) {
        return pod.getMetadata().getOwnerReferences().stream()
                .anyMatch(each -> each.getKind().equals("Job"));
    }
}
