package dev.dragoman.discovery;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Fifty labelled pods a second, while certificates are replaced and replicas end. Two operators are
 * processes, behind {@link Balancer}, as the pods of a Service.
 */
@Full
@ResourceLock("discovery")
class SidecarLoadIT {
    private static final int PER_SECOND = 50;
    private static final int MAKERS = 10;

    @TempDir private Path directory;
    private SidecarCluster cluster;
    private Balancer balancer;
    private final List<Process> replicas = new ArrayList<>();

    /** Makes pods without an effect, in a dry run, and notes how long each takes. */
    private final class Load implements AutoCloseable {
        private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(MAKERS);
        private final KubernetesClient client =
                new KubernetesClientBuilder()
                        .withConfig(cluster.client().getConfiguration())
                        .build();
        final AtomicInteger number = new AtomicInteger();
        final ConcurrentLinkedQueue<Long> times = new ConcurrentLinkedQueue<>();
        final ConcurrentLinkedQueue<String> refused = new ConcurrentLinkedQueue<>();

        /** A machine that is too slow makes fewer, and none at once that it has missed. */
        Load() {
            for (int i = 0; i < MAKERS; i++) {
                var _ =
                        timer.scheduleWithFixedDelay(
                                this::one, 0, 1000L * MAKERS / PER_SECOND, TimeUnit.MILLISECONDS);
            }
        }

        private void one() {
            long begin = System.nanoTime();
            try {
                var pod =
                        client.resource(cluster.pod("load-" + number.incrementAndGet(), Map.of()))
                                .dryRun()
                                .create();
                if (!SidecarCluster.containers(pod).contains("envoy-sidecar")) {
                    refused.add("a pod without a sidecar");
                }
                times.add(System.nanoTime() - begin);
            } catch (KubernetesClientException e) {
                refused.add(e + " " + e.getCause());
            }
        }

        /** Waits until so many more have been asked for. */
        void goesOn(int more) {
            int end = number.get() + more;
            await().until(() -> number.get() >= end);
        }

        @Override
        public void close() {
            timer.shutdownNow();
            client.close();
        }
    }

    @BeforeEach
    void start() throws Exception {
        cluster = new SidecarCluster();
        cluster.environment.put("DRAGOMAN_LEADER_ELECTION", "true");
        balancer = new Balancer();
        cluster.calls(balancer.port());
        for (int i = 0; i < 2; i++) {
            replica(i);
        }
        cluster.registered();
    }

    private void replica(int number) throws Exception {
        int port = SidecarCluster.freePort();
        replicas.add(
                cluster.process(
                        directory.resolve("replica-%d.log".formatted(number)),
                        cluster.kubeconfig(),
                        Map.of(
                                "DRAGOMAN_WEBHOOK_PORT",
                                Integer.toString(port),
                                "POD_NAME",
                                "replica-" + number)));
        balancer.add(port);
    }

    @AfterEach
    void end() throws Exception {
        for (var each : replicas) {
            each.destroyForcibly().waitFor();
        }
        balancer.close();
        cluster.close();
    }

    private static void tell(String what, Iterable<Long> times) {
        var sorted = new ArrayList<Long>();
        times.forEach(sorted::add);
        Collections.sort(sorted);
        System.out.printf(
                "%s: %d pods, p50 %d ms, p99 %d ms%n",
                what,
                sorted.size(),
                sorted.get(sorted.size() / 2) / 1_000_000,
                sorted.get(sorted.size() * 99 / 100) / 1_000_000);
    }

    @Test
    void noPodIsRefusedWhileCertificatesAreReplacedAndReplicasEnd() throws Exception {
        try (var load = new Load()) {
            load.goesOn(100);
            var hash = cluster.hash();
            cluster.renew("dragoman-webhook");
            await().until(() -> !cluster.hash().equals(hash));
            load.goesOn(200);

            var bundle = cluster.webhook().orElseThrow().getClientConfig().getCaBundle();
            var issued = cluster.hash();
            cluster.renew("dragoman-webhook-ca");
            await().until(() -> !cluster.hash().equals(issued));
            load.goesOn(200);
            assertThat(cluster.webhook().orElseThrow().getClientConfig().getCaBundle())
                    .isNotEqualTo(bundle);
            assertThat(load.refused).as("while certificates were replaced").isEmpty();

            // as the kubelet does it: the Service forgets it first
            balancer.remove(0);
            replicas.getFirst().destroy();
            assertThat(replicas.getFirst().waitFor(60, TimeUnit.SECONDS)).isTrue();
            load.goesOn(200);
            assertThat(load.refused).as("while a replica ended").isEmpty();
            tell("under load", load.times);
        }
    }

    @Test
    void aReplicaThatIsKilledFailsNothingButWhatItWasAnswering() throws Exception {
        try (var load = new Load()) {
            load.goesOn(100);
            replicas.getFirst().destroyForcibly().waitFor();
            balancer.remove(0);
            int atOnce = load.refused.size();
            load.goesOn(200);
            assertThat(load.refused.size() - atOnce).isLessThan(PER_SECOND);
            int later = load.refused.size();
            load.goesOn(200);
            assertThat(load.refused).as("later").hasSize(later);
        }
    }

    @Test
    void aThousandPodsInARow() {
        var plain = new ArrayList<Long>();
        var unlabelled = cluster.pod("plain", Map.of());
        unlabelled.getMetadata().setLabels(Map.of());
        for (int i = 0; i < 1000; i++) {
            long begin = System.nanoTime();
            var _ = cluster.client().resource(unlabelled).dryRun().create();
            plain.add(System.nanoTime() - begin);
        }
        tell("in a row, without the webhook", plain);
        row("in a row, of operators that have just started");
        var before = waits();
        row("in a row");
        waits().forEach(
                        (limit, calls) ->
                                System.out.printf(
                                        "the API server waited at most %s s for the webhook: %.0f%n",
                                        limit, calls - before.getOrDefault(limit, 0.0)));
    }

    private void row(String what) {
        var times = new ArrayList<Long>();
        for (int i = 0; i < 1000; i++) {
            long begin = System.nanoTime();
            assertThat(SidecarCluster.containers(cluster.dryRun("row-" + i, Map.of())))
                    .containsExactly("app", "envoy-sidecar");
            times.add(System.nanoTime() - begin);
        }
        tell(what, times);
    }

    /** Calls of the webhook by the longest time that the API server waited, as its metrics say. */
    private Map<String, Double> waits() {
        var waits = new LinkedHashMap<String, Double>();
        var bucket =
                Pattern.compile(
                        "apiserver_admission_webhook_admission_duration_seconds_bucket\\{.*?le=\"([^\"]*)\".*?\\} (\\S+)");
        cluster.client()
                .raw("/metrics")
                .lines()
                .filter(each -> each.contains(SidecarCluster.WEBHOOK))
                .map(bucket::matcher)
                .filter(Matcher::matches)
                .forEach(
                        each ->
                                waits.merge(
                                        each.group(1), Double.valueOf(each.group(2)), Double::sum));
        return waits;
    }
}
