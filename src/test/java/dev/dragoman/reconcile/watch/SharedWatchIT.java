package dev.dragoman.reconcile.watch;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.Engine;
import dev.dragoman.reconcile.EngineScenario;
import dev.dragoman.reconcile.EngineScenario.Recorder;
import dev.dragoman.reconcile.EngineSettings;
import dev.dragoman.reconcile.KindSelector;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Subscription;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What one subscription watches hides nothing from another, on a real API server. */
@Landing
class SharedWatchIT {
    private static final String POLICIES = "networking.k8s.io";
    private static final ObjectKey ALLOW =
            new ObjectKey(POLICIES, "NetworkPolicy", "default", "shared-allow");

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
        var _ =
                client.network()
                        .v1()
                        .networkPolicies()
                        .inNamespace("default")
                        .withName("shared-allow")
                        .delete();
    }

    @Test
    void aWatchOfLabelledObjectsServesOnlyWhoAskedForIt() {
        var group = "shared.example.org";
        EngineScenario.installCrd(client, group);
        engine.share(
                SharedWatch.labelled(
                        POLICIES,
                        "NetworkPolicy",
                        "shared.example.org/ours=true",
                        key -> key.name().equals("asks")));
        needs(group, ALLOW);
        EngineScenario.apply(client, group, "asks", 1);
        EngineScenario.apply(client, group, "other", 1);
        settled();
        long asks = recorder.count("asks");
        long other = recorder.count("other");

        policy(Map.of());
        await().until(() -> recorder.count("other") > other);
        assertThat(recorder.count("asks")).as("its watch does not show it").isEqualTo(asks);
        settled();
        long both = recorder.count("other");
        policy(Map.of("shared.example.org/ours", "true"));
        await().until(() -> recorder.count("asks") > asks && recorder.count("other") > both);
    }

    @Test
    void anInformerOfOneNamespaceTakesNoWatchFromOthers() {
        var group = "spaces.example.org";
        var needed = new ObjectKey("", "ConfigMap", "default", "spaces-needed");
        EngineScenario.installCrd(client, group);
        needs(group, needed);
        EngineScenario.apply(client, group, "a", 1);
        settled();
        engine.subscribe(
                new Subscription.Request(
                        "configmaps",
                        List.of(KindSelector.parse("core/ConfigMap")),
                        Set.of("kube-system"),
                        reconciliation -> Outcome.done(),
                        Duration.ZERO,
                        0,
                        2,
                        Patience.usual()));
        var inside = new ObjectKey("", "ConfigMap", "kube-system", "any");
        await().until(() -> engine.cache().covers(inside));
        assertThat(engine.cache().covers(needed)).isFalse();
        assertThat(engine.cache().covers(new ObjectKey("", "ConfigMap", "", "any")))
                .as("a key without a namespace, of a kind that has them")
                .isFalse();

        long before = recorder.count("a");
        client.resource(
                        new ConfigMapBuilder()
                                .withNewMetadata()
                                .withNamespace("default")
                                .withName("spaces-needed")
                                .endMetadata()
                                .addToData("value", "one")
                                .build())
                .serverSideApply();
        await().until(() -> recorder.count("a") > before);
    }

    /** Whether the watch shows what was written before the answer has come, or after. */
    @Test
    void theEchoOfAWriteBringsBackTheOthersAlone() {
        var group = "echoes.example.org";
        var needed = new ObjectKey("", "ConfigMap", "default", "echoes-needed");
        EngineScenario.installCrd(client, group);
        needs(group, needed);
        EngineScenario.apply(client, group, "writes", 1);
        EngineScenario.apply(client, group, "reads", 1);
        for (boolean late : List.of(false, true)) {
            settled();
            long writes = recorder.count("writes");
            long reads = recorder.count("reads");
            var usual = recorder.then;
            recorder.then =
                    reconciliation -> {
                        var outcome = usual.reconcile(reconciliation);
                        if (reconciliation.key().name().equals("writes")) {
                            recorder.then = usual;
                            var version = write(needed, "ours-" + late);
                            if (late) {
                                await().until(() -> recorder.count("reads") > reads);
                            }
                            engine.references().saw(reconciliation.key(), needed, version);
                        }
                        return outcome;
                    };
            engine.enqueue(EngineScenario.key(group, "writes"), Cause.WOKEN);
            await().until(() -> recorder.count("reads") > reads);
            settled();
            assertThat(recorder.count("writes")).as("late %s", late).isEqualTo(writes + 1);
        }
        long writes = recorder.count("writes");
        var _ = write(needed, "theirs");
        await().until(() -> recorder.count("writes") > writes);
    }

    private String write(ObjectKey key, String value) {
        return client.resource(
                        new ConfigMapBuilder()
                                .withNewMetadata()
                                .withNamespace(key.namespace())
                                .withName(key.name())
                                .endMetadata()
                                .addToData("value", value)
                                .build())
                .serverSideApply()
                .getMetadata()
                .getResourceVersion();
    }

    private void needs(String group, ObjectKey needed) {
        recorder.then =
                reconciliation -> {
                    engine.references().set(reconciliation.key(), Set.of(needed));
                    return Outcome.done();
                };
        engine.subscribe(EngineScenario.request(group, recorder, Duration.ZERO));
        engine.start();
    }

    /** Waits until the watches are open, which whoever needs what is not there is told of. */
    private void settled() {
        await().until(() -> !recorder.reconciliations.isEmpty());
        await().during(Duration.ofSeconds(2))
                .until(
                        new Callable<>() {
                            private int last = -1;

                            @Override
                            public Boolean call() {
                                boolean same = last == recorder.reconciliations.size();
                                last = recorder.reconciliations.size();
                                return same;
                            }
                        });
    }

    private void policy(Map<String, String> labels) {
        client.resource(
                        new NetworkPolicyBuilder()
                                .withNewMetadata()
                                .withNamespace("default")
                                .withName("shared-allow")
                                .withLabels(labels)
                                .endMetadata()
                                .withNewSpec()
                                .withNewPodSelector()
                                .endPodSelector()
                                .endSpec()
                                .build())
                .serverSideApply();
    }
}
