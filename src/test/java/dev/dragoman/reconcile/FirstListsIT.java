package dev.dragoman.reconcile;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.reconcile.EngineScenario.Recorder;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.sandbox.faults.Fault;
import dev.dragoman.sandbox.faults.FaultProxies;
import dev.dragoman.sandbox.faults.Passing;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No reconciliation begins before all kinds were listed, so that an index shows all there is. */
@Landing
class FirstListsIT {
    private static final Duration LATE = Duration.ofSeconds(3);
    private static final String SIZE = "size";
    private static final String ONE = "one.lists.example.org";
    private static final String OTHER = "other.lists.example.org";

    private final ControlPlane plane = SharedControlPlane.shared();
    private final AzureSandbox azure = AzureSandbox.start(Options.of(Catalog.load()));
    private final FaultProxies proxies = new FaultProxies(plane, azure);
    private final KubernetesClient direct = plane.client();
    private final KubernetesClient client =
            new KubernetesClientBuilder()
                    .withConfig(proxies.cluster(plane.adminConfig(), "first-lists."))
                    .build();
    private final Recorder recorder = new Recorder();
    private final Engine engine =
            new Engine(
                    client, EngineSettings.alone(), Clock.systemUTC(), new SimpleMeterRegistry());

    @BeforeEach
    void kinds() {
        EngineScenario.installCrd(direct, ONE);
        engine.index(
                SIZE,
                object ->
                        Optional.ofNullable((Map<?, ?>) object.get("spec"))
                                .map(spec -> String.valueOf(spec.get("size"))));
        engine.subscribe(EngineScenario.request("*.lists.example.org", recorder, Duration.ZERO));
    }

    @AfterEach
    void stop() {
        engine.stop(Duration.ZERO);
        client.close();
        proxies.close();
        azure.close();
        EngineScenario.removeCrd(direct, ONE);
        EngineScenario.removeCrd(direct, OTHER);
        await().until(
                        () ->
                                direct
                                        .apiextensions()
                                        .v1()
                                        .customResourceDefinitions()
                                        .list()
                                        .getItems()
                                        .stream()
                                        .noneMatch(
                                                crd ->
                                                        crd.getSpec()
                                                                .getGroup()
                                                                .endsWith("lists.example.org")));
    }

    @Test
    void theFirstPassFindsWhatALateListShows() {
        EngineScenario.installCrd(direct, OTHER);
        EngineScenario.apply(direct, ONE, "a", 1);
        EngineScenario.apply(direct, OTHER, "b", 7);
        var late = proxies.faults().request(FirstListsIT::listsOther, 1, new Fault.Delay(LATE));
        var found = new AtomicReference<Object>();
        recorder.then =
                reconciliation -> {
                    found.compareAndSet(
                            null,
                            Map.of(
                                    "covers", engine.cache().covers(EngineScenario.key(OTHER, "b")),
                                    "index", engine.cache().byIndex(SIZE, "7")));
                    return Outcome.done();
                };
        engine.start();
        await().until(() -> recorder.count("a") >= 1);
        assertThat(late.happened()).isPresent();
        assertThat(found.get())
                .isEqualTo(Map.of("covers", true, "index", Set.of(EngineScenario.key(OTHER, "b"))));

        EngineScenario.apply(direct, OTHER, "b", 8);
        await().until(() -> recorder.count("b") >= 2);
        assertThat(engine.cache().byIndex(SIZE, "7")).isEmpty();
        assertThat(engine.cache().byIndex(SIZE, "8"))
                .containsExactly(EngineScenario.key(OTHER, "b"));
        EngineScenario.removeCrd(direct, OTHER);
        await().until(() -> engine.cache().byIndex(SIZE, "8").isEmpty());
        assertThat(engine.cache().byIndex(SIZE, "1")).containsExactly(EngineScenario.key(ONE, "a"));
    }

    @Test
    void aListThatFailedIsWaitedForToo() {
        EngineScenario.installCrd(direct, OTHER);
        EngineScenario.apply(direct, ONE, "a", 1);
        EngineScenario.apply(direct, OTHER, "b", 7);
        for (int n = 1; n <= 3; n++) {
            proxies.faults()
                    .request(FirstListsIT::listsOther, n, Fault.kubernetes(400, "BadRequest"));
        }
        var covered = new AtomicReference<Boolean>();
        recorder.then =
                reconciliation -> {
                    covered.compareAndSet(
                            null, engine.cache().covers(EngineScenario.key(OTHER, "b")));
                    return Outcome.done();
                };
        engine.start();
        await().until(() -> recorder.count("a") >= 1);
        assertThat(covered.get()).isTrue();
    }

    @Test
    void aKindThatCannotBeListedHoldsNoPassUp() {
        EngineScenario.apply(direct, ONE, "a", 1);
        engine.start();
        await().until(() -> recorder.count("a") >= 1);
        for (int n = 1; n < 100; n++) {
            proxies.faults()
                    .request(FirstListsIT::listsOther, n, Fault.kubernetes(403, "Forbidden"));
        }
        EngineScenario.installCrd(direct, OTHER);
        await().until(
                        () ->
                                engine.health().kinds().stream()
                                        .anyMatch(k -> k.error().equals("HTTP 403")));
        EngineScenario.apply(direct, ONE, "a", 2);
        await().until(() -> recorder.count("a") >= 2);
        assertThat(engine.cache().covers(EngineScenario.key(OTHER, "b"))).isFalse();
        proxies.faults().clear();
        await().until(() -> engine.cache().covers(EngineScenario.key(OTHER, "b")));
    }

    @Test
    void aKindThatAppearsHoldsPassesUpUntilItIsListed() {
        EngineScenario.apply(direct, ONE, "a", 1);
        engine.start();
        await().until(() -> recorder.count("a") >= 1);
        var covered = new AtomicReference<Boolean>();
        recorder.then =
                reconciliation -> {
                    covered.set(engine.cache().covers(EngineScenario.key(OTHER, "any")));
                    return Outcome.done();
                };
        var late = proxies.faults().request(FirstListsIT::listsOther, 1, new Fault.Delay(LATE));
        EngineScenario.installCrd(direct, OTHER);
        await().until(() -> late.happened().isPresent());
        EngineScenario.apply(direct, ONE, "a", 2);
        await().until(() -> recorder.count("a") >= 2);
        assertThat(covered.get()).isTrue();
    }

    private static boolean listsOther(Passing request) {
        return request.pathOnly().equals("/apis/" + OTHER + "/v1/things") && !request.watch();
    }
}
