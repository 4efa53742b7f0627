package dev.dragoman.reconcile;

import static dev.dragoman.Patience.await;
import static dev.dragoman.reconcile.EngineScenario.apply;
import static dev.dragoman.reconcile.EngineScenario.installCrd;
import static dev.dragoman.reconcile.EngineScenario.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.EngineScenario.Recorder;
import dev.dragoman.reconcile.watch.KeptWatch;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine outlives what a cluster does to it. */
@Full
class EngineOutageIT {
    /** More than what is written between the snapshot and its restore. */
    private static final int WRITES = 200;

    /** A step of the clock; some hundred of them are shorter than the liveness period. */
    private static final Duration SHORT = Duration.ofMillis(100);

    private static ControlPlane plane;

    @BeforeAll
    static void up() {
        plane = ControlPlane.start(Options.defaults());
    }

    @AfterAll
    static void down() {
        plane.close();
    }

    @Test
    void startsWithoutAnApiServerAndGoesOnAfterARestart() {
        var group = "outage.example.org";
        installCrd(plane.client(), group);
        apply(plane.client(), group, "a", 1);
        plane.stopApiServer();
        var recorder = new Recorder();
        try (var client = client(plane.adminConfig())) {
            var engine = engine(client, EngineSettings.alone());
            engine.subscribe(request(group, recorder, Duration.ZERO));
            engine.start();
            assertThat(engine.health().synced()).isFalse();
            plane.startApiServer();
            await().until(() -> recorder.count("a") >= 1);
            plane.stopApiServer();
            plane.startApiServer();
            apply(plane.client(), group, "b", 1);
            await().until(() -> recorder.count("b") >= 1);
            apply(plane.client(), group, "a", 2);
            await().until(
                            () ->
                                    recorder.reconciliations.stream()
                                            .filter(each -> each.key().name().equals("a"))
                                            .map(each -> each.object().get("spec"))
                                            .anyMatch(Map.of("size", 2)::equals));
            engine.stop(Duration.ofSeconds(2));
        }
    }

    @Test
    void missingRightIsNoticedOnceGranted() throws Exception {
        var group = "rights.example.org";
        installCrd(plane.client(), group);
        apply(plane.client(), group, "a", 1);
        var account =
                new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName("engine")
                        .withNamespace("default")
                        .endMetadata()
                        .build();
        plane.client().resource(account).serverSideApply();
        grant("crds", "apiextensions.k8s.io", "customresourcedefinitions");
        var kubeconfig = plane.serviceAccountKubeconfig("default", "engine");
        var recorder = new Recorder();
        try (var client = client(Config.fromKubeconfig(kubeconfig.toFile()))) {
            var engine = engine(client, EngineSettings.alone());
            engine.subscribe(request(group, recorder, Duration.ZERO));
            engine.start();
            await().until(
                            () ->
                                    engine.health().kinds().stream()
                                            .anyMatch(each -> each.error().equals("HTTP 403")));
            grant("things", group, "things");
            await().until(() -> recorder.count("a") >= 1);
            engine.stop(Duration.ofSeconds(2));
        }
    }

    @Test
    void nextLeaderTakesOverAndOnlyOneReconciles() {
        var group = "leader.example.org";
        installCrd(plane.client(), group);
        var first = new Recorder();
        var second = new Recorder();
        var lost = new AtomicBoolean();
        var one = engine(plane.client(), elected("one"));
        var two = engine(plane.client(), elected("two"));
        one.onLeaseLost(() -> lost.set(true));
        one.subscribe(request(group, first, Duration.ZERO));
        two.subscribe(request(group, second, Duration.ZERO));
        one.start();
        await().until(() -> one.health().leader());
        two.start();
        apply(plane.client(), group, "a", 1);
        await().until(() -> first.count("a") >= 1);
        await().until(() -> two.cache().covers(EngineScenario.key(group, "any")));
        assertThat(second.reconciliations).isEmpty();
        one.stop(Duration.ofSeconds(2));
        await().until(() -> second.count("a") >= 1);
        assertThat(lost).as("a planned stop is no loss").isFalse();
        two.stop(Duration.ofSeconds(2));
    }

    /** Nothing is created or deleted after the snapshot, so no other comparison finds it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatARestoredSnapshotHasOlderIsFound(boolean elected) {
        var group = (elected ? "elected" : "alone") + "-restored.example.org";
        var needed = new ObjectKey("", "Secret", "default", "restored-" + elected);
        installCrd(plane.client(), group);
        apply(plane.client(), group, "a", 1);
        apply(plane.client(), group, "b", 1);
        EngineScenario.secret(plane.client(), needed.name(), "1");
        var recorder = new Recorder();
        var clock = new TestClock();
        try (var client = client(plane.adminConfig())) {
            var engine =
                    new Engine(
                            client,
                            elected ? elected("restored") : EngineSettings.alone(),
                            clock,
                            new SimpleMeterRegistry());
            engine.watch(
                    new KeptWatch(
                            "",
                            "Secret",
                            "default",
                            needed.name(),
                            KeptWatch.Content.WHOLE,
                            any -> {}));
            recorder.then =
                    reconciliation -> {
                        engine.references().set(reconciliation.key(), Set.of(needed));
                        return Outcome.done();
                    };
            engine.subscribe(request(group, recorder, Duration.ZERO));
            engine.start();
            until(clock, SHORT, () -> recorder.count("a") >= 1 && recorder.count("b") >= 1);
            var snapshot = plane.snapshot();
            var lease = renewed();
            apply(plane.client(), group, "a", 2);
            EngineScenario.secret(plane.client(), needed.name(), "2");
            until(clock, SHORT, () -> size(recorder, "a").equals(Map.of("size", 2)));
            until(clock, SHORT, () -> value(engine, needed).equals("2"));

            await().until(() -> !elected || !renewed().equals(lease));
            long before = recorder.count("b");
            plane.restore(snapshot);
            // the versions of now pass those that the cache has, before anything is compared
            for (int i = 0; i < WRITES; i++) {
                EngineScenario.secret(plane.client(), "other", String.valueOf(i));
            }
            until(
                    clock,
                    elected ? SHORT : Duration.ofSeconds(20),
                    () ->
                            size(recorder, "a").equals(Map.of("size", 1))
                                    && value(engine, needed).equals("1")
                                    && recorder.count("b") > before);
            apply(plane.client(), group, "a", 3);
            until(clock, SHORT, () -> size(recorder, "a").equals(Map.of("size", 3)));
            engine.stop(Duration.ofSeconds(2));
        }
    }

    /** What waits in the queue waits by this clock, and so do comparisons with lists. */
    private static void until(TestClock clock, Duration step, BooleanSupplier condition) {
        await().pollInterval(Duration.ofMillis(200))
                .until(
                        () -> {
                            clock.advance(step);
                            return condition.getAsBoolean();
                        });
    }

    private static String renewed() {
        var lease = plane.client().leases().inNamespace("default").withName("engine").get();
        return lease == null ? "" : String.valueOf(lease.getSpec().getRenewTime());
    }

    private static Object size(Recorder recorder, String name) {
        return recorder.reconciliations.stream()
                .filter(each -> each.key().name().equals(name))
                .reduce((one, other) -> other)
                .map(each -> each.object().get("spec"))
                .orElse(Map.of());
    }

    private static String value(Engine engine, ObjectKey secret) {
        return engine.cache()
                .get(secret)
                .map(each -> String.valueOf(Fields.map(each, "data").get("value")))
                .flatMap(Fields::decoded)
                .orElse("");
    }

    private static EngineSettings elected(String identity) {
        var usual = EngineSettings.alone();
        return new EngineSettings(
                true,
                "default",
                "engine",
                identity,
                // a stop gives the Lease back, and a busy machine must not lose it before
                Duration.ofSeconds(60),
                Duration.ofSeconds(40),
                Duration.ofSeconds(1),
                usual.livenessPeriod(),
                usual.staleLimit());
    }

    private static Engine engine(KubernetesClient client, EngineSettings settings) {
        return new Engine(client, settings, InstantSource.system(), new SimpleMeterRegistry());
    }

    private static KubernetesClient client(Config config) {
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    private static void grant(String name, String group, String resource) {
        var role =
                new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .addNewRule()
                        .withApiGroups(group)
                        .withResources(resource)
                        .withVerbs("get", "list", "watch")
                        .endRule()
                        .build();
        var binding =
                new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", name)
                        .addNewSubject("", "ServiceAccount", "engine", "default")
                        .build();
        plane.client().resource(role).serverSideApply();
        plane.client().resource(binding).serverSideApply();
    }
}
