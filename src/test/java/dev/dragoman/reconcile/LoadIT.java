package dev.dragoman.reconcile;

import static dev.dragoman.Patience.await;
import static dev.dragoman.reconcile.EngineScenario.annotate;
import static dev.dragoman.reconcile.EngineScenario.apply;
import static dev.dragoman.reconcile.EngineScenario.installCrd;
import static dev.dragoman.reconcile.EngineScenario.key;
import static dev.dragoman.reconcile.EngineScenario.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.EngineScenario.Recorder;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Campaign;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many objects, and one with many events, on a real API server. */
class LoadIT {
    /** Edits that are made during each reconciliation of the key that they are about. */
    private static final int MEANWHILE = 10;

    private final KubernetesClient client = SharedControlPlane.shared().client();
    private final Recorder recorder = new Recorder();
    private final Engine engine =
            new Engine(
                    client,
                    EngineSettings.alone(),
                    InstantSource.system(),
                    new SimpleMeterRegistry());

    @AfterEach
    void stop() {
        engine.stop(Duration.ofSeconds(5));
    }

    @Full
    @Test
    void aSlowKeyDelaysNoOther() throws Exception {
        slowAmong(500, "slow.example.org");
    }

    @Test
    @Campaign
    void aSlowKeyDelaysNoOtherOfFiveThousand() throws Exception {
        slowAmong(5_000, "slower.example.org");
    }

    private void slowAmong(int count, String group) throws Exception {
        var end = new CountDownLatch(1);
        var ended = new AtomicInteger();
        recorder.then =
                reconciliation -> {
                    if (reconciliation.key().name().equals("slow")) {
                        end.await();
                        ended.incrementAndGet();
                    }
                    return Outcome.done();
                };
        ready(group);
        apply(client, group, "slow", 1);
        await(Duration.ofMinutes(3)).until(() -> recorder.count("slow") >= 1);
        make(group, count);

        await(Duration.ofMinutes(3)).until(() -> others() == count);
        assertThat(ended).as("the slow one still runs").hasValue(0);
        end.countDown();
        await(Duration.ofMinutes(3)).until(() -> ended.get() == 1);
    }

    /** How many others have had a reconciliation, each of them one. */
    private int others() {
        var reconciliations =
                recorder.reconciliations.stream()
                        .map(reconciliation -> reconciliation.key().name())
                        .filter(name -> !name.equals("slow"))
                        .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
        assertThat(reconciliations.values()).allMatch(times -> times == 1);
        return reconciliations.size();
    }

    @Full
    @Test
    void aStormOfEventsOnOneKeyStarvesNoOtherAndIsFollowedToItsEnd() throws Exception {
        var group = "storm.example.org";
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        int events = 600;
        var sent = new AtomicInteger();
        recorder.then =
                reconciliation -> {
                    if (reconciliation.key().name().equals("stormy")) {
                        most.accumulateAndGet(running.incrementAndGet(), Math::max);
                        int until = Math.min(events, sent.get() + MEANWHILE);
                        await(Duration.ofMinutes(3))
                                .pollInSameThread()
                                .pollInterval(Duration.ofMillis(1))
                                .until(() -> sent.get() >= until);
                        running.decrementAndGet();
                    }
                    return Outcome.done();
                };
        ready(group);
        apply(client, group, "stormy", 1);
        try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            var storm =
                    pool.submit(
                            () -> {
                                for (int i = 0; i < events; i++) {
                                    annotate(client, key(group, "stormy"), "event " + i);
                                    sent.incrementAndGet();
                                }
                            });
            await(Duration.ofMinutes(3)).until(() -> sent.get() > 20);
            apply(client, group, "calm", 1);
            await(Duration.ofMinutes(3)).until(() -> recorder.count("calm") >= 1);
            assertThat(storm.isDone()).as("the storm goes on meanwhile").isFalse();
            storm.get();
        }
        await(Duration.ofMinutes(3)).until(() -> lastSeen().contains("event " + (events - 1)));
        assertThat(most).as("at once on the key").hasValue(1);
        // those of the last edits may find nobody who goes on editing
        assertThat(recorder.count("stormy"))
                .as("reconciliations for %d edits", events)
                .isLessThan(events / MEANWHILE + 5L);
    }

    private String lastSeen() {
        return recorder.reconciliations.stream()
                .filter(reconciliation -> reconciliation.key().name().equals("stormy"))
                .reduce((one, next) -> next)
                .map(reconciliation -> reconciliation.object().toString())
                .orElse("");
    }

    private void make(String group, int count) throws InterruptedException, ExecutionException {
        try (var pool = Executors.newFixedThreadPool(8)) {
            var all =
                    IntStream.range(0, count)
                            .mapToObj(i -> pool.submit(() -> apply(client, group, "n" + i, i)))
                            .toList();
            for (var each : all) {
                var _ = each.get();
            }
        }
    }

    private void ready(String group) {
        installCrd(client, group);
        var _ = engine.subscribe(request(group, recorder, Duration.ZERO));
        engine.start();
        await(Duration.ofMinutes(3))
                .until(() -> engine.cache().covers(EngineScenario.key(group, "any")));
    }
}
