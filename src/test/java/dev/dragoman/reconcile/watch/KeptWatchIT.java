package dev.dragoman.reconcile.watch;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.Patience;
import dev.dragoman.cluster.OwnCounts;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.Engine;
import dev.dragoman.reconcile.EngineScenario;
import dev.dragoman.reconcile.EngineScenario.Recorder;
import dev.dragoman.reconcile.EngineSettings;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.watch.KeptWatch.Content;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Watches that are open from the start on, on a real API server. */
@OwnCounts(by = "names of Secrets")
@Landing
class KeptWatchIT {
    /** Whose requests they are, in the audit log: others watch Secrets at the same time. */
    private static final String AGENT = "kept-watch.";

    private final ControlPlane plane = SharedControlPlane.shared();
    private final KubernetesClient client = plane.client();
    private final Recorder recorder = new Recorder();
    private final List<ObjectKey> told = new CopyOnWriteArrayList<>();
    private Engine engine = engine(client);

    private static Engine engine(KubernetesClient client) {
        return new Engine(
                client, EngineSettings.alone(), InstantSource.system(), new SimpleMeterRegistry());
    }

    @AfterEach
    void stop() {
        engine.stop(Duration.ofSeconds(5));
    }

    @Test
    void metadataOfNamespacesIsHeldAndEachChangeIsTold() {
        keep("Namespace", "");
        engine.start();
        var known = new ObjectKey("", "Namespace", "", "kube-system");
        await().until(() -> engine.cache().covers(known));
        assertThat(told).as("of the first list too").contains(known);
        assertThat(engine.cache().whole(known)).isFalse();
        assertThat(engine.cache().get(known).orElseThrow())
                .containsOnlyKeys("apiVersion", "kind", "metadata")
                .containsEntry("apiVersion", "v1")
                .containsEntry("kind", "Namespace");

        var key = new ObjectKey("", "Namespace", "", "kept");
        assertThat(engine.cache().get(key)).isEmpty();
        namespace("one");
        await().until(() -> told.contains(key));
        assertThat(metadata(key)).containsEntry("annotations", Map.of("policy", "one"));
        assertThat(metadata(key)).doesNotContainKey("managedFields");
        told.clear();
        namespace("two");
        await().until(() -> told.contains(key));
        assertThat(metadata(key)).containsEntry("annotations", Map.of("policy", "two"));
        told.clear();
        var _ = client.namespaces().withName("kept").delete();
        await().until(() -> engine.cache().get(key).isEmpty());
        assertThat(told).contains(key);
        assertThat(engine.cache().covers(key)).isTrue();
    }

    @Test
    void whoNeedsWhatItSeesIsWokenWithoutAWatchOfItsOwn() {
        var group = "kept.example.org";
        var needed = new ObjectKey("", "Secret", "default", "kept-credential");
        recorder.then =
                reconciliation -> {
                    engine.references().set(reconciliation.key(), Set.of(needed));
                    return Outcome.done();
                };
        EngineScenario.installCrd(client, group);
        var mark = plane.audit().mark();
        var config = plane.adminConfig();
        config.setUserAgent(AGENT);
        try (var own = new KubernetesClientBuilder().withConfig(config).build()) {
            engine.stop(Duration.ZERO);
            engine = engine(own);
            keep("Secret", "kept-credential");
            engine.subscribe(EngineScenario.request(group, recorder, Duration.ZERO));
            engine.start();
            await().until(() -> engine.cache().covers(needed));
            EngineScenario.apply(client, group, "a", 1);
            await().until(() -> recorder.count("a") >= 1);

            woken(() -> EngineScenario.secret(client, "kept-credential", "one"));
            assertThat(engine.cache().get(needed).orElseThrow())
                    .as("nothing of a Secret but metadata")
                    .containsOnlyKeys("apiVersion", "kind", "metadata");
            woken(() -> EngineScenario.secret(client, "kept-credential", "two"));
            woken(
                    () ->
                            client.secrets()
                                    .inNamespace("default")
                                    .withName("kept-credential")
                                    .delete());
            assertThat(recorder.causes("a").subList(1, 4)).containsOnly(Cause.REFERENCE);
            assertThat(engine.cache().get(needed)).isEmpty();
            engine.stop(Duration.ofSeconds(5));
        }
        // the API server notes a watch when it ends
        await().until(() -> watched(mark).contains("watch everywhere"));
        assertThat(Patience.settled(Duration.ofSeconds(1), () -> watched(mark)))
                .as("Secrets that were listed and watched")
                .containsOnly("list everywhere", "watch everywhere");
    }

    private void woken(Runnable change) {
        long before = recorder.count("a");
        change.run();
        await().until(() -> recorder.count("a") > before);
    }

    /** Lists and watches of Secrets that have ended, each with where it looked. */
    private List<String> watched(AuditLog.Mark since) {
        return plane
                .audit()
                .since(since, e -> e.userAgent().equals(AGENT) && e.resource().equals("secrets"))
                .stream()
                .map(e -> e.verb() + " " + (e.namespace().isEmpty() ? "everywhere" : e.namespace()))
                .toList();
    }

    @Test
    void ownWritesAreReadBackAsMetadata() {
        var key = new ObjectKey("", "Secret", "default", "kept-own");
        keep("Secret", "kept-own");
        engine.start();
        await().until(() -> engine.cache().covers(key));
        EngineScenario.secret(client, "kept-own", "one");
        var version =
                client.secrets()
                        .inNamespace("default")
                        .withName("kept-own")
                        .get()
                        .getMetadata()
                        .getResourceVersion();
        engine.ownWrites().wrote(key, version);
        assertThat(metadata(key)).containsEntry("resourceVersion", version);
        assertThat(engine.cache().get(key).orElseThrow())
                .containsOnlyKeys("apiVersion", "kind", "metadata");
    }

    @Test
    void aWatchThatIsRefusedIsReportedWithItsReason() {
        var nobody = plane.serviceAccountKubeconfig("default", "default");
        try (var weak =
                new KubernetesClientBuilder()
                        .withConfig(
                                io.fabric8.kubernetes.client.Config.fromKubeconfig(nobody.toFile()))
                        .build()) {
            engine.stop(Duration.ZERO);
            engine = engine(weak);
            keep("Namespace", "");
            engine.start();
            await().untilAsserted(
                            () ->
                                    assertThat(engine.health().kinds())
                                            .filteredOn(k -> k.kind().equals("core/Namespace"))
                                            .singleElement()
                                            .satisfies(
                                                    kind -> {
                                                        assertThat(kind.synced()).isFalse();
                                                        assertThat(kind.error())
                                                                .isEqualTo("HTTP 403");
                                                    }));
            engine.stop(Duration.ZERO);
        }
    }

    @Test
    void aWatchIsAskedForBeforeTheStart() {
        engine.start();
        assertThatThrownBy(() -> keep("Namespace", ""))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Namespace");
    }

    private void keep(String kind, String name) {
        engine.watch(new KeptWatch("", kind, "", name, Content.METADATA, told::add));
    }

    @SuppressWarnings("unchecked") // JSON objects have text keys
    private Map<String, Object> metadata(ObjectKey key) {
        return (Map<String, Object>) engine.cache().get(key).orElseThrow().get("metadata");
    }

    private void namespace(String policy) {
        Namespace namespace =
                new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("kept")
                        .addToAnnotations("policy", policy)
                        .endMetadata()
                        .build();
        client.resource(namespace).serverSideApply();
    }
}
