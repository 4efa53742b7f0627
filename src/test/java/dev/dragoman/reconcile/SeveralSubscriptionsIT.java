package dev.dragoman.reconcile;

import static dev.dragoman.Patience.await;
import static dev.dragoman.reconcile.EngineScenario.annotate;
import static dev.dragoman.reconcile.EngineScenario.apply;
import static dev.dragoman.reconcile.EngineScenario.installCrd;
import static dev.dragoman.reconcile.EngineScenario.key;
import static dev.dragoman.reconcile.EngineScenario.writeStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.Patience;
import dev.dragoman.cluster.OwnCounts;
import dev.dragoman.reconcile.EngineScenario.Recorder;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two subscriptions of one kind, on a real API server: one watch, and nothing else together. */
@OwnCounts(by = "a group of kinds for each test")
@Landing
class SeveralSubscriptionsIT {
    /** Long enough for an event to arrive that must not come. */
    private static final Duration QUIET = Duration.ofMillis(1500);

    private static final Map<String, Object> READY =
            Map.of("conditions", List.of(Map.of("type", "Ready", "status", "True")));

    private final AuditLog audit = SharedControlPlane.shared().audit();
    private final KubernetesClient client = SharedControlPlane.shared().client();
    private final Recorder one = new Recorder();
    private final Recorder other = new Recorder();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Engine engine =
            new Engine(client, EngineSettings.alone(), InstantSource.system(), meters);

    @AfterEach
    void stop() {
        engine.stop(Duration.ofSeconds(5));
    }

    @Test
    void theyShareOneListAndOneWatch() {
        var group = "share.example.org";
        installCrd(client, group);
        apply(client, group, "a", 1);
        var mark = audit.mark();
        start(group);
        await().until(() -> one.count("a") >= 1 && other.count("a") >= 1);
        await().until(() -> engine.health().watching());
        assertThat(requests(mark, group, "list"))
                .filteredOn(uri -> uri.contains("limit=50"))
                .hasSize(1);
        assertThat(engine.health().kinds())
                .filteredOn(kind -> kind.kind().startsWith(group))
                .extracting(EngineHealth.KindHealth::subscription)
                .containsExactlyInAnyOrder("one", "other");
        engine.stop(Duration.ofSeconds(5));
        // the API server notes a watch when it ends
        await().untilAsserted(() -> assertThat(requests(mark, group, "watch")).hasSize(1));
    }

    @Test
    void whatOneWritesIsNewsForTheOtherOnce() {
        var group = "news.example.org";
        one.then =
                reconciliation -> {
                    if (one.count("a") == 1) {
                        var status = writeStatus(client, reconciliation.key(), READY);
                        engine.ownWrites().wrote(reconciliation.key(), status);
                    }
                    return Outcome.done();
                };
        ready(group);
        apply(client, group, "a", 1);
        await().until(() -> readyPasses(other) >= 1);
        quiet(
                () -> {
                    assertThat(readyPasses(other)).isEqualTo(1);
                    assertThat(one.causes("a")).containsExactly(Cause.EDITED);
                });
        assertThat(other.causes("a").getLast()).isIn(Cause.STATUS, Cause.EDITED);
        var before = other.count("a");

        // by somebody else, it is news for both
        annotate(client, key(group, "a"), "somebody");
        await().until(() -> one.count("a") >= 2 && other.count("a") >= before + 1);
    }

    @Test
    void whatOneWritesDuringThePassOfTheOtherIsNotLost() throws Exception {
        var group = "during.example.org";
        var entered = new CountDownLatch(1);
        var written = new CountDownLatch(1);
        one.then =
                reconciliation -> {
                    entered.await();
                    if (one.count("a") == 1) {
                        var status = writeStatus(client, reconciliation.key(), READY);
                        engine.ownWrites().wrote(reconciliation.key(), status);
                        written.countDown();
                    }
                    return Outcome.done();
                };
        other.then =
                reconciliation -> {
                    entered.countDown();
                    written.await();
                    return Outcome.done();
                };
        ready(group);
        apply(client, group, "a", 1);
        await().until(() -> readyPasses(other) >= 1);
        quiet(() -> assertThat(other.count("a")).isEqualTo(2));
        assertThat(other.causes("a")).containsExactly(Cause.EDITED, Cause.STATUS);
        assertThat(one.count("a")).isEqualTo(1);
    }

    @Test
    void oneThatFailsIsNoConcernOfTheOther() {
        var group = "failing.example.org";
        one.then =
                reconciliation ->
                        new Outcome.Transient("No", "on purpose", Outcome.Pace.FAST, none());
        ready(group);
        apply(client, group, "a", 1);
        await().until(() -> one.count("a") >= 3);
        assertThat(other.count("a")).isEqualTo(1);
        assertThat(meters.get("workqueue_retries").tag("name", "one").counter().count())
                .isGreaterThanOrEqualTo(2);
        assertThat(meters.get("workqueue_retries").tag("name", "other").counter().count()).isZero();
    }

    @Test
    void eachHasItsNeeds() {
        var group = "needs.example.org";
        var needed = new ObjectKey("", "Secret", "default", "several-needed");
        one.then =
                reconciliation -> {
                    engine.references().set(reconciliation.key(), Set.of(needed));
                    return Outcome.done();
                };
        ready(group);
        apply(client, group, "a", 1);
        await().until(() -> one.causes("a").contains(Cause.REFERENCE));
        EngineScenario.secret(client, "several-needed", "one");
        await().until(() -> one.count("a") >= 3);
        assertThat(other.causes("a")).containsExactly(Cause.EDITED);
        client.secrets().inNamespace("default").withName("several-needed").delete();
    }

    @Test
    void eachSeesTheEndWithTheUid() {
        var group = "ends.example.org";
        ready(group);
        var uid = apply(client, group, "a", 1).getMetadata().getUid();
        await().until(() -> one.count("a") >= 1 && other.count("a") >= 1);
        client.genericKubernetesResources(EngineScenario.things(group))
                .inNamespace("default")
                .withName("a")
                .delete();
        await().until(() -> one.count("a") >= 2 && other.count("a") >= 2);
        for (var each : List.of(one, other)) {
            assertThat(each.reconciliations.getLast().gone()).isTrue();
            assertThat(each.reconciliations.getLast().uid()).isEqualTo(uid);
        }
    }

    @Test
    void oneComesLaterAndTheFirstGoes() {
        var group = "later.example.org";
        installCrd(client, group);
        apply(client, group, "a", 1);
        var first = engine.subscribe(request("one", group, Set.of(), one));
        engine.start();
        await().until(() -> one.count("a") >= 1);

        var second = engine.subscribe(request("other", group, Set.of(), other));
        await().until(() -> other.count("a") >= 1);
        assertThat(other.causes("a")).containsExactly(Cause.OBSERVED);
        assertThat(one.count("a")).isEqualTo(1);

        first.stop(Duration.ofSeconds(5));
        annotate(client, key(group, "a"), "somebody");
        await().until(() -> other.count("a") >= 2);
        assertThat(one.count("a")).isEqualTo(1);
        assertThat(engine.cache().covers(key(group, "a"))).isTrue();

        second.stop(Duration.ofSeconds(5));
        assertThat(engine.cache().covers(key(group, "a"))).isFalse();
    }

    /** The namespace has a watch of its own, so that rights to all namespaces are not needed. */
    @Test
    void oneVisitsOnlyANamespaceOfTheOthers() {
        var group = "narrow.example.org";
        installCrd(client, group);
        engine.index("size", object -> Optional.of("any"));
        engine.subscribe(request("one", group, Set.of("default"), one));
        var wide = engine.subscribe(request("other", group, Set.of(), other));
        other.then =
                reconciliation -> {
                    if (other.count("a") == 1) {
                        var status = writeStatus(client, reconciliation.key(), READY);
                        engine.ownWrites().wrote(reconciliation.key(), status);
                    }
                    return Outcome.done();
                };
        engine.start();
        await().until(() -> engine.health().watching());
        apply(client, group, "a", 1);
        await().until(() -> readyPasses(one) >= 1);
        quiet(() -> assertThat(readyPasses(other)).isZero());

        wide.stop(Duration.ofSeconds(5));
        var before = one.count("a");
        annotate(client, key(group, "a"), "somebody");
        await().until(() -> one.count("a") >= before + 1);
        assertThat(engine.cache().byIndex("size", "any")).contains(key(group, "a"));
    }

    /** Each has a list and a watch, and those of others are not asked for. */
    @Test
    void someNamespacesAreWatchedOneByOne() {
        var group = "some.example.org";
        installCrd(client, group);
        var mark = audit.mark();
        engine.subscribe(request("one", group, Set.of("default", "kube-public"), one));
        engine.start();
        await().until(() -> engine.health().watching());
        apply(client, group, "a", 1);
        await().until(() -> one.count("a") >= 1);
        assertThat(engine.cache().covers(new ObjectKey(group, "Thing", "kube-public", "a")))
                .isTrue();
        assertThat(engine.cache().covers(new ObjectKey(group, "Thing", "kube-system", "a")))
                .isFalse();
        assertThat(requests(mark, group, "list"))
                // without those of the controller that empties namespaces
                .filteredOn(uri -> uri.contains("limit=50"))
                .hasSize(2)
                .allMatch(uri -> uri.matches(".*/namespaces/(default|kube-public)/things\\?.*"));
        engine.stop(Duration.ofSeconds(5));
        await().untilAsserted(
                        () ->
                                assertThat(requests(mark, group, "watch"))
                                        .hasSize(2)
                                        .allMatch(uri -> uri.contains("/namespaces/")));
    }

    @Test
    void aNameIsForOne() {
        engine.subscribe(request("one", "names.example.org", Set.of(), one));
        assertThatThrownBy(
                        () -> engine.subscribe(request("one", "else.example.org", Set.of(), one)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("subscription one exists already");
    }

    private static long readyPasses(Recorder recorder) {
        return recorder.reconciliations.stream()
                .filter(reconciliation -> READY.equals(reconciliation.object().get("status")))
                .count();
    }

    private static Optional<Duration> none() {
        return Optional.empty();
    }

    private void ready(String group) {
        installCrd(client, group);
        start(group);
        await().until(() -> engine.cache().covers(key(group, "any")));
        await().until(() -> engine.health().watching());
    }

    private void start(String group) {
        engine.subscribe(request("one", group, Set.of(), one));
        engine.subscribe(request("other", group, Set.of(), other));
        engine.start();
    }

    private static Subscription.Request request(
            String name, String group, Set<String> namespaces, Recorder recorder) {
        return new Subscription.Request(
                name,
                List.of(new KindSelector(group, "*")),
                namespaces,
                recorder,
                Duration.ZERO,
                Subscription.Request.JITTER,
                4,
                Patience.usual());
    }

    /** Without those of the controllers of Kubernetes. */
    private List<String> requests(AuditLog.Mark since, String group, String verb) {
        return audit
                .since(since, event -> event.group().equals(group) && event.verb().equals(verb))
                .stream()
                .filter(event -> !event.user().startsWith("system:"))
                .map(event -> event.json().path("requestURI").asText())
                .toList();
    }

    private static void quiet(ThrowingRunnable holds) {
        await().during(QUIET).untilAsserted(holds);
    }
}
