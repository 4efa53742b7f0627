package dev.dragoman.reconcile;

import static dev.dragoman.Patience.await;
import static dev.dragoman.reconcile.EngineScenario.annotate;
import static dev.dragoman.reconcile.EngineScenario.apply;
import static dev.dragoman.reconcile.EngineScenario.installCrd;
import static dev.dragoman.reconcile.EngineScenario.key;
import static dev.dragoman.reconcile.EngineScenario.removeCrd;
import static dev.dragoman.reconcile.EngineScenario.request;
import static dev.dragoman.reconcile.EngineScenario.secret;
import static dev.dragoman.reconcile.EngineScenario.writeStatus;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.CapturedLog;
import dev.dragoman.Patience;
import dev.dragoman.reconcile.EngineScenario.Recorder;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.settings.PaceSettings;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Events become reconciliations, on a real API server. */
@Landing
class EngineIT {
    /** Long enough for an event to arrive that must not come. */
    private static final Duration QUIET = Duration.ofMillis(1500);

    private final KubernetesClient client = SharedControlPlane.shared().client();
    private final Recorder recorder = new Recorder();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Engine engine =
            new Engine(client, EngineSettings.alone(), InstantSource.system(), meters);

    @AfterEach
    void stop() {
        engine.stop(Duration.ofSeconds(5));
    }

    @Test
    void kindAppearsGoesAndReturnsWhileRunning() {
        var group = "comes.example.org";
        start(group, Duration.ZERO);
        installCrd(client, group);
        await().until(() -> engine.cache().covers(EngineScenario.key(group, "any")));
        apply(client, group, "a", 1);
        await().until(() -> recorder.count("a") >= 1);
        assertThat(engine.cache().get(key(group, "a")).orElseThrow()).containsKey("spec");

        removeCrd(client, group);
        await().until(() -> !engine.cache().covers(EngineScenario.key(group, "any")));
        quiet(() -> assertThat(recorder.reconciliations).noneMatch(Reconciliation::gone));
        assertThat(engine.cache().get(key(group, "a"))).isEmpty();

        await().ignoreExceptions()
                .until(
                        () -> {
                            installCrd(client, group);
                            return engine.cache().covers(EngineScenario.key(group, "any"));
                        });
        apply(client, group, "b", 1);
        await().until(() -> recorder.count("b") >= 1);
    }

    @Test
    void eventsDuringAPassCauseExactlyOneMore() throws Exception {
        var group = "dirty.example.org";
        var entered = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        recorder.then =
                reconciliation -> {
                    entered.countDown();
                    go.await();
                    return Outcome.done();
                };
        ready(group, Duration.ZERO);
        apply(client, group, "a", 1);
        await().until(() -> entered.getCount() == 0);
        for (int size = 2; size < 6; size++) {
            apply(client, group, "a", size);
        }
        await().until(() -> size(group, "a").equals(5));
        go.countDown();
        await().until(() -> recorder.count("a") >= 2);
        quiet(() -> assertThat(recorder.count("a")).isEqualTo(2));
        assertThat(recorder.reconciliations.getLast().object().get("spec"))
                .isEqualTo(Map.of("size", 5));
    }

    @Test
    void ownWritesCauseNoPassAndAreSeenByTheNext() {
        var group = "own.example.org";
        recorder.then =
                reconciliation -> {
                    if (recorder.count("a") == 1) {
                        var status =
                                writeStatus(client, reconciliation.key(), Map.of("phase", "seen"));
                        engine.ownWrites().wrote(reconciliation.key(), status);
                        var annotated = annotate(client, reconciliation.key(), "us");
                        engine.ownWrites().wrote(reconciliation.key(), annotated);
                        assertThat(version(engine.cache().get(reconciliation.key()).orElseThrow()))
                                .isEqualTo(annotated);
                        return new Outcome.RequeueAfter(Duration.ofSeconds(4));
                    }
                    return Outcome.done();
                };
        ready(group, Duration.ZERO);
        apply(client, group, "a", 1);
        // a reconciliation for its own writes would come before that
        await().until(() -> recorder.count("a") >= 2);
        assertThat(recorder.causes("a")).containsExactly(Cause.EDITED, Cause.REQUEUE);
        annotate(client, key(group, "a"), "somebody");
        await().until(() -> recorder.count("a") >= 3);
    }

    @Test
    void referencedSecretHealsItsDependants() {
        var group = "refs.example.org";
        var needed = new ObjectKey("", "Secret", "default", "needed");
        recorder.then =
                reconciliation -> {
                    engine.references().set(reconciliation.key(), Set.of(needed));
                    return new Outcome.Fatal("SecretMissing", "create it");
                };
        ready(group, Duration.ZERO);
        apply(client, group, "a", 1);
        apply(client, group, "b", 1);
        // a reconciliation each, and one more for whoever was there when the watch opened without
        // the Secret
        await().until(
                        () ->
                                recorder.count("b") > 0
                                        && (recorder.causes("a").contains(Cause.REFERENCE)
                                                || recorder.causes("b").contains(Cause.REFERENCE)));
        var before = atRest();
        secret(client, "needed", "one");
        counts(before, 1);
        secret(client, "needed", "two");
        counts(before, 2);
        secret(client, "needed", "two");
        quiet(() -> assertThat(recorder.count("a")).isEqualTo(before.get("a") + 2));
        client.secrets().inNamespace("default").withName("needed").delete();
        counts(before, 3);
        assertThat(recorder.causes("a").subList(1, recorder.causes("a").size()))
                .containsOnly(Cause.REFERENCE);
    }

    /** How many passes there were when there came no more. */
    private Map<String, Long> atRest() {
        var last = new AtomicReference<Map<String, Long>>(Map.of());
        await().pollInterval(QUIET)
                .until(
                        () -> {
                            var now = Map.of("a", recorder.count("a"), "b", recorder.count("b"));
                            return now.equals(last.getAndSet(now));
                        });
        return last.get();
    }

    private void counts(Map<String, Long> before, int more) {
        await().untilAsserted(
                        () ->
                                assertThat(before)
                                        .allSatisfy(
                                                (name, reconciliations) ->
                                                        assertThat(recorder.count(name))
                                                                .isGreaterThanOrEqualTo(
                                                                        reconciliations + more)));
    }

    @Test
    void ownerThatBecomesReadyRunsItsChildren() {
        var group = "owners.example.org";
        var owner = key(group, "owner");
        recorder.then =
                reconciliation -> {
                    if (reconciliation.key().name().equals("child")) {
                        engine.references().set(reconciliation.key(), Set.of(owner));
                    }
                    return Outcome.done();
                };
        ready(group, Duration.ZERO);
        apply(client, group, "owner", 1);
        apply(client, group, "child", 1);
        await().until(() -> recorder.count("owner") >= 1 && recorder.count("child") >= 1);
        quiet(() -> assertThat(recorder.count("owner")).isEqualTo(1));
        var before = recorder.count("child");
        var ready = Map.of("conditions", List.of(Map.of("type", "Ready", "status", "True")));
        engine.ownWrites().wrote(owner, writeStatus(client, owner, ready));
        await().until(() -> recorder.count("child") >= before + 1);
        assertThat(recorder.count("owner")).isEqualTo(1);
    }

    @Test
    void deletedObjectGetsAPassWithItsUid() {
        var group = "gone.example.org";
        ready(group, Duration.ZERO);
        var uid = apply(client, group, "a", 1).getMetadata().getUid();
        await().until(() -> recorder.count("a") >= 1);
        client.genericKubernetesResources(EngineScenario.things(group))
                .inNamespace("default")
                .withName("a")
                .delete();
        await().until(() -> recorder.count("a") >= 2);
        var last = recorder.reconciliations.getLast();
        assertThat(last.gone()).isTrue();
        assertThat(last.cause()).isEqualTo(Cause.DELETED);
        assertThat(last.uid()).isEqualTo(uid);
    }

    @Test
    void whatCannotBeReadIsKnownToBeSoAndTheOthersAreReconciled() {
        var group = "odd.example.org";
        ready(group, Duration.ZERO);
        var all = "/apis/%s/v1/namespaces/default/things".formatted(group);
        var odd =
                """
                {"apiVersion": "%s/v1", "kind": "Thing", "metadata": {"name": "odd"}, "spec": %s}
                """
                        .formatted(group, "{\"a\":".repeat(1_500) + "1" + "}".repeat(1_500));
        var _ = client.raw(all, "POST", odd);
        var _ = apply(client, group, "usual", 1);
        await().until(() -> recorder.count("odd") >= 1 && recorder.count("usual") >= 1);
        assertThat(recorder.reconciliations)
                .allMatch(each -> each.unreadable().isPresent() == each.key().name().equals("odd"));
        assertThat(meters.counter("dragoman_unreadable_objects").count()).isPositive();
        var _ = client.raw(all + "/odd", "DELETE", null);
        await().until(() -> recorder.reconciliations.getLast().gone());
    }

    @Test
    void resyncsVisitWhatIsAtRest() {
        var group = "resync.example.org";
        ready(group, Duration.ofSeconds(1));
        apply(client, group, "a", 1);
        await().until(() -> recorder.count("a") >= 4);
        assertThat(recorder.causes("a").subList(1, 4)).containsOnly(Cause.RESYNC);
    }

    @Test
    void aKindHasThePaceThatIsSaidOfItAndWhatIsSaidOfNobodyIsLogged() {
        var group = "pace.example.org";
        installCrd(client, group);
        engine.pace(
                PaceSettings.from(
                        Map.of("DRAGOMAN_RESYNC", "*.pace.example.org=1s,Thing.nowhere.org=1h")));
        try (var log = new CapturedLog(Engine.class.getName())) {
            start(group, Duration.ZERO);
            apply(client, group, "a", 1);
            await().until(() -> recorder.count("a") >= 4);
            assertThat(recorder.causes("a").subList(1, 4)).containsOnly(Cause.RESYNC);
            assertThat(said(log)).as("more subscriptions may come").isEmpty();
            engine.subscribed();
            await().until(() -> !said(log).isEmpty());
            quiet(
                    () ->
                            assertThat(said(log))
                                    .singleElement()
                                    .asString()
                                    .contains("DRAGOMAN_RESYNC")
                                    .contains("Thing.nowhere.org"));
        }
    }

    /** Other tests run in this process at the same time, with engines of their own. */
    private static List<String> said(CapturedLog log) {
        return log.lines().stream().filter(line -> line.contains("nowhere.org")).toList();
    }

    @Test
    void objectsAreWokenByTheirKeyAndByTheIdOfWhatTheyStandFor() {
        var group = "woken.example.org";
        engine.indexOfIds(
                "size",
                object -> Optional.of("SIZE " + ((Map<?, ?>) object.get("spec")).get("size")),
                id -> id.toUpperCase(Locale.ROOT));
        ready(group, Duration.ZERO);
        apply(client, group, "a", 1);
        apply(client, group, "b", 2);
        await().until(() -> recorder.count("a") >= 1 && recorder.count("b") >= 1);

        assertThat(engine.wake("things", key(group, "a"))).isEqualTo(1);
        await().until(() -> recorder.count("a") >= 2);
        assertThat(engine.wakeById("things", "size 2")).isEqualTo(1);
        await().until(() -> recorder.count("b") >= 2);
        assertThat(recorder.causes("a")).containsExactly(Cause.EDITED, Cause.WOKEN);
        assertThat(recorder.causes("b")).containsExactly(Cause.EDITED, Cause.WOKEN);

        assertThat(engine.wake("things", key(group, "nobody"))).isZero();
        assertThat(engine.wakeById("things", "size 3")).isZero();
        assertThat(engine.wake("nothing", key(group, "a"))).isZero();
        assertThat(wakes("woken")).isEqualTo(2);
        assertThat(wakes("unknown")).isEqualTo(2);
        quiet(() -> assertThat(recorder.reconciliations).hasSize(4));
    }

    @Test
    void aNewValueOfTheAnnotationWakesAndItsRemovalDoesNot() {
        var group = "asked.example.org";
        ready(group, Duration.ZERO);
        apply(client, group, "a", 1);
        await().until(() -> recorder.count("a") == 1);
        for (var value : Arrays.asList("1", "2", null)) {
            long before = recorder.count("a");
            var annotations =
                    value == null ? Map.<String, String>of() : Map.of(Changes.RECONCILE_AT, value);
            client.genericKubernetesResources(EngineScenario.things(group))
                    .inNamespace("default")
                    .withName("a")
                    .edit(
                            thing -> {
                                thing.getMetadata().setAnnotations(annotations);
                                return thing;
                            });
            await().until(() -> recorder.count("a") > before);
        }
        assertThat(recorder.causes("a"))
                .as("the second one waits, and its edit does not")
                .startsWith(Cause.EDITED, Cause.WOKEN)
                .endsWith(Cause.EDITED)
                .containsOnlyOnce(Cause.WOKEN);
    }

    @Test
    void exceptionIsRetriedAndLatePassInterrupted() {
        var group = "fails.example.org";
        recorder.then =
                reconciliation -> {
                    if (recorder.count("a") == 1) {
                        throw new IllegalStateException("on purpose");
                    }
                    if (recorder.count("a") == 2) {
                        new CountDownLatch(1).await();
                    }
                    return Outcome.done();
                };
        var asked = request(group, recorder, Duration.ZERO);
        installCrd(client, group);
        engine.subscribe(
                new Subscription.Request(
                        asked.name(),
                        asked.kinds(),
                        asked.namespaces(),
                        recorder,
                        Duration.ZERO,
                        0,
                        1,
                        Duration.ofSeconds(1)));
        engine.start();
        apply(client, group, "a", 1);
        await().until(() -> recorder.count("a") >= 3);
        assertThat(recorder.causes("a").subList(1, 3)).containsOnly(Cause.RETRY);
    }

    @Test
    void stopWaitsForAPassWithinItsGraceAndInterruptsAfterIt() throws Exception {
        var group = "stop.example.org";
        var entered = new CountDownLatch(2);
        var interrupted = new CountDownLatch(1);
        var finished = new CountDownLatch(1);
        recorder.then =
                reconciliation -> {
                    entered.countDown();
                    try {
                        boolean hangs = reconciliation.key().name().equals("hangs");
                        new CountDownLatch(1).await(hangs ? 60_000 : 500, TimeUnit.MILLISECONDS);
                        finished.countDown();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                    }
                    return Outcome.done();
                };
        ready(group, Duration.ZERO);
        apply(client, group, "hangs", 1);
        apply(client, group, "ends", 1);
        await().until(() -> entered.getCount() == 0);
        var begin = Instant.now();
        engine.stop(Duration.ofSeconds(2));
        assertThat(Duration.between(begin, Instant.now()))
                .as("less than the one that hangs takes")
                .isLessThan(Duration.ofSeconds(30));
        assertThat(finished.getCount()).isZero();
        await().until(() -> interrupted.getCount() == 0);
    }

    @Test
    void builtInKindIsSelectedByName() {
        var request =
                new Subscription.Request(
                        "configmaps",
                        List.of(KindSelector.parse("core/ConfigMap")),
                        Set.of("kube-system"),
                        recorder,
                        Duration.ZERO,
                        0,
                        2,
                        Patience.usual());
        engine.subscribe(request);
        engine.start();
        await().until(() -> recorder.count("kube-root-ca.crt") >= 1);
        assertThat(recorder.reconciliations)
                .allMatch(reconciliation -> reconciliation.key().namespace().equals("kube-system"));
        // the first reconciliation may be over before the informer has said that its list is
        await().until(() -> engine.health().synced());
    }

    private void start(String group, Duration resync) {
        engine.subscribe(request(group, recorder, resync));
        engine.start();
    }

    private void ready(String group, Duration resync) {
        installCrd(client, group);
        start(group, resync);
        await().until(() -> engine.cache().covers(EngineScenario.key(group, "any")));
        await().until(() -> engine.health().watching());
    }

    private void quiet(ThrowingRunnable holds) {
        await().during(QUIET).untilAsserted(holds);
    }

    private Object size(String group, String name) {
        return ((Map<?, ?>) engine.cache().get(key(group, name)).orElseThrow().get("spec"))
                .get("size");
    }

    private double wakes(String result) {
        return meters.get("dragoman_wakes").tag("result", result).counter().count();
    }

    private static Object version(Map<String, Object> object) {
        return ((Map<?, ?>) object.get("metadata")).get("resourceVersion");
    }
}
