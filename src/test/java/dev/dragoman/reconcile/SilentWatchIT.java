package dev.dragoman.reconcile;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.reconcile.EngineScenario.Recorder;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.sandbox.faults.FaultProxies;
import dev.dragoman.sandbox.faults.Passing;
import dev.dragoman.sandbox.faults.WatchFault;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A watch whose connection died without a word: what it missed is found by comparing. */
@Full
class SilentWatchIT {
    /** More than a page of the comparison. */
    private static final int MANY = 50;

    private final ControlPlane plane = SharedControlPlane.shared();
    private final AzureSandbox azure = AzureSandbox.start(Options.of(Catalog.load()));
    private final FaultProxies proxies = new FaultProxies(plane, azure);
    private final KubernetesClient direct = plane.client();
    private final KubernetesClient client =
            new KubernetesClientBuilder()
                    .withConfig(proxies.cluster(plane.adminConfig(), "silent-watch."))
                    .build();
    private final Recorder recorder = new Recorder();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private Engine engine;

    private void comparing(Duration period) {
        comparing(period, Clock.systemUTC());
    }

    private void comparing(Duration period, InstantSource clock) {
        engine =
                new Engine(
                        client, EngineSettings.alone().withLivenessPeriod(period), clock, meters);
    }

    @AfterEach
    void stop() {
        engine.stop(Duration.ZERO);
        client.close();
        proxies.close();
        azure.close();
    }

    @Test
    void aDeletionIsFoundOnWhicheverPageItIs() {
        comparing(Duration.ofMillis(300));
        var group = "silent.example.org";
        EngineScenario.installCrd(direct, group);
        for (int i = 0; i < MANY; i++) {
            EngineScenario.apply(direct, group, "thing-%02d".formatted(i), 1);
        }
        engine.subscribe(EngineScenario.request(group, recorder, Duration.ZERO));
        engine.start();
        await().until(() -> recorder.reconciliations.size() >= MANY);

        for (var name : List.of("thing-00", "thing-30", "thing-49")) {
            var silence =
                    proxies.faults().event(e -> e.json().contains(name), 1, WatchFault.SILENCE);
            var _ =
                    direct.genericKubernetesResources(EngineScenario.things(group))
                            .inNamespace("default")
                            .withName(name)
                            .delete();
            await().until(() -> recorder.causes(name).contains(Cause.DELETED));
            assertThat(silence.happened()).isPresent();
        }
    }

    @Test
    void whatWasNeededAndWentUnseenIsLookedForAgain() {
        comparing(Duration.ofSeconds(2));
        var group = "unseen.example.org";
        var needed = new ObjectKey("", "Secret", "default", "unseen");
        recorder.then =
                reconciliation -> {
                    engine.references().set(reconciliation.key(), Set.of(needed));
                    return Outcome.done();
                };
        EngineScenario.installCrd(direct, group);
        engine.subscribe(EngineScenario.request(group, recorder, Duration.ZERO));
        engine.start();
        EngineScenario.apply(direct, group, "a", 1);
        await().until(() -> recorder.causes("a").contains(Cause.REFERENCE));

        var silence =
                proxies.faults().event(e -> e.json().contains("unseen"), 1, WatchFault.SILENCE);
        EngineScenario.secret(direct, "unseen", "as a reconciliation would export it");
        await().until(() -> silence.happened().isPresent());
        var silent = silence.happened().orElseThrow();
        // it goes after the comparison has seen it, and before the new watch could
        await().until(
                        () ->
                                proxies.faults().seen().stream()
                                        .filter(seen -> seen.at().isAfter(silent))
                                        .anyMatch(seen -> compares(seen.request())));
        long before = recorder.count("a");
        var _ = direct.secrets().inNamespace("default").withName("unseen").delete();
        await().until(() -> recorder.count("a") > before);
        assertThat(recorder.causes("a").getLast()).isEqualTo(Cause.REFERENCE);
    }

    @Test
    void silenceIsFoundInMinutesHoweverManyObjectsThereAre() {
        var clock = new TestClock();
        comparing(Duration.ofMinutes(2), clock);
        var group = "many.example.org";
        EngineScenario.installCrd(direct, group);
        for (int i = 0; i < 10 * MANY; i++) {
            EngineScenario.apply(direct, group, "thing-%03d".formatted(i), 1);
        }
        engine.subscribe(EngineScenario.request(group, recorder, Duration.ZERO));
        engine.start();
        await().until(
                        () -> {
                            // what waits in the queue waits by this clock
                            clock.advance(Duration.ofMillis(100));
                            return recorder.reconciliations.size() >= 10 * MANY;
                        });

        var last = "thing-%03d".formatted(10 * MANY - 1);
        var silence = proxies.faults().event(e -> e.json().contains(last), 1, WatchFault.SILENCE);
        EngineScenario.apply(direct, group, last, 2);
        await().until(() -> silence.happened().isPresent());
        var began = clock.instant();
        // by pages of twenty it would be an hour
        await().pollInterval(Duration.ofMillis(500))
                .until(
                        () -> {
                            clock.advance(Duration.ofSeconds(5));
                            return recorder.count(last) > 1;
                        });
        assertThat(Duration.between(began, clock.instant())).isLessThan(Duration.ofMinutes(8));
    }

    private static boolean compares(Passing request) {
        return request.pathOnly().endsWith("/namespaces/default/secrets") && !request.watch();
    }

    @Test
    void aHealthyWatchIsLeftAlone() {
        // a busy machine may need more than an instant to deliver what a list has shown already
        comparing(Duration.ofSeconds(2));
        var group = "healthy.example.org";
        EngineScenario.installCrd(direct, group);
        engine.subscribe(EngineScenario.request(group, recorder, Duration.ZERO));
        engine.start();
        for (int i = 0; i < MANY; i++) {
            var name = "thing-%02d".formatted(i);
            EngineScenario.apply(direct, group, name, 1);
            if (i % 2 == 0) {
                var _ =
                        direct.genericKubernetesResources(EngineScenario.things(group))
                                .inNamespace("default")
                                .withName(name)
                                .delete();
            }
        }
        await().during(Duration.ofSeconds(9))
                .until(() -> meters.counter("dragoman_watch_restarts").count() == 0);
        assertThat(recorder.reconciliations).hasSizeGreaterThanOrEqualTo(MANY / 2);
    }
}
