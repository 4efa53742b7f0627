package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Operator;
import dev.dragoman.sandbox.faults.Fault;
import dev.dragoman.sandbox.faults.FaultProxies;
import dev.dragoman.sandbox.faults.Passing;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the kubelet is answered when a key waits longer than ten minutes, because the only worker
 * hangs. The operator counts its time by a clock that goes forward at once by what is to pass.
 */
@Full
class WaitingKeyIT {
    private static final Pattern DEPTH =
            Pattern.compile("workqueue_depth\\{name=\"dispatch\"} [1-9]");

    /** As the operator's own, and may be set forward. */
    private static final class Ahead implements InstantSource {
        private final Instant start = Instant.now();
        private final long first = System.nanoTime();
        private volatile Duration ahead = Duration.ZERO;

        @Override
        public Instant instant() {
            return start.plusNanos(System.nanoTime() - first).plus(ahead);
        }
    }

    @TempDir private Path overlays;
    private final Ahead time = new Ahead();
    private final CountDownLatch stalled = new CountDownLatch(1);
    private Road road;
    private FaultProxies proxies;
    private ManagementProbe probe;
    private Operator operator;

    @BeforeEach
    void start() throws IOException {
        road = new Road("waiting");
        proxies = new FaultProxies(road.plane, road.azure);
        oneWorker();
        int port = ManagementProbe.freePort();
        probe = new ManagementProbe(port);
        var settings = new HashMap<>(road.environment);
        settings.putAll(proxies.environment("waiting."));
        settings.put("DRAGOMAN_MANAGEMENT_PORT", Integer.toString(port));
        settings.put("DRAGOMAN_OVERLAYS", overlays.toString());
        operator =
                Operator.start(
                        Config.fromKubeconfig(road.kubeconfig().toFile()),
                        settings,
                        Clock.systemUTC(),
                        time,
                        () -> {},
                        List.of());
    }

    @AfterEach
    void stop() {
        stalled.countDown();
        operator.close();
        proxies.close();
        road.close();
    }

    @Test
    void aKeyThatWaitedForTenMinutesIsNamedUntilItsPass() {
        await().until(probe::ready);
        var stall =
                proxies.faults()
                        .request(
                                request ->
                                        request.target() == Passing.Target.ARM
                                                && request.pathOnly().endsWith("/stalled"),
                                1,
                                new Fault.Overtaken(this::untilReleased));
        road.apply(Samples.group("stalled", "x"));
        await().until(() -> stall.happened().isPresent());
        road.apply(Samples.group("patient", "x"));
        await().until(
                        // what other tests left on the API server may wait behind it
                        () -> DEPTH.matcher(probe.get("/observe/metrics")).find());

        time.ahead = Duration.ofMinutes(9);
        assertThat(probe.notReady()).as("after nine minutes").doesNotContain("has waited");
        var waits =
                "ResourceGroup.resources.azure.com %s/patient has waited for its reconciliation for "
                        .formatted(road.namespace);
        await().untilAsserted(
                        () -> {
                            // it may have come to the queue after the first nine minutes
                            time.ahead = time.ahead.plusMinutes(11);
                            assertThat(probe.notReady()).as("503").contains(waits);
                        });

        stalled.countDown();
        road.ready("resourcegroup/patient");
        await().until(probe::ready);
    }

    /** The same route as shipped, with one reconciliation at a time. */
    private void oneWorker() throws IOException {
        try (var in = Operator.class.getResourceAsStream("/routes/dispatch.camel.yaml")) {
            var shipped = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            var one =
                    shipped.replace(
                            "kinds: azure-kinds\n",
                            "kinds: azure-kinds\n        maxConcurrent: 1\n");
            assertThat(one).isNotEqualTo(shipped);
            Files.writeString(overlays.resolve("dispatch.camel.yaml"), one);
        }
    }

    private void untilReleased() {
        try {
            stalled.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
