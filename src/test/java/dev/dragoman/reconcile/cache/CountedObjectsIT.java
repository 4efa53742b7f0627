package dev.dragoman.reconcile.cache;

import static dev.dragoman.Patience.await;
import static dev.dragoman.reconcile.EngineScenario.apply;
import static dev.dragoman.reconcile.EngineScenario.installCrd;
import static dev.dragoman.reconcile.EngineScenario.key;
import static dev.dragoman.reconcile.EngineScenario.removeCrd;
import static dev.dragoman.reconcile.EngineScenario.request;
import static dev.dragoman.reconcile.EngineScenario.things;
import static dev.dragoman.reconcile.EngineScenario.writeStatus;

import dev.dragoman.reconcile.Engine;
import dev.dragoman.reconcile.EngineScenario.Recorder;
import dev.dragoman.reconcile.EngineSettings;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The metric of objects follows what the API server has, whoever wrote it. */
@Landing
class CountedObjectsIT {
    private static final String GROUP = "counted.example.org";

    private final KubernetesClient client = SharedControlPlane.shared().client();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Engine engine =
            new Engine(client, EngineSettings.alone(), InstantSource.system(), meters);

    @AfterEach
    void stop() {
        engine.stop(Duration.ofSeconds(5));
    }

    @Test
    void objectsAreCountedAsTheyComeChangeAndGo() {
        installCrd(client, GROUP);
        var _ = engine.subscribe(request(GROUP, new Recorder(), Duration.ZERO));
        engine.start();
        apply(client, GROUP, "a", 1);
        apply(client, GROUP, "b", 1);
        shows(Set.of("None  2"));

        condition("a", "False", "Conflict");
        condition("b", "True", "Succeeded");
        shows(Set.of("False Conflict 1", "True Succeeded 1"));

        condition("a", "True", "Succeeded");
        shows(Set.of("True Succeeded 2"));

        var _ =
                client.genericKubernetesResources(things(GROUP))
                        .inNamespace("default")
                        .withName("a")
                        .delete();
        shows(Set.of("True Succeeded 1"));

        removeCrd(client, GROUP);
        shows(Set.of());
    }

    private void condition(String name, String status, String reason) {
        var condition = Map.of("type", "Ready", "status", status, "reason", reason);
        var _ = writeStatus(client, key(GROUP, name), Map.of("conditions", List.of(condition)));
    }

    private void shows(Set<String> series) {
        await().until(
                        () ->
                                meters
                                        .find("dragoman_objects")
                                        .tags("group", GROUP, "kind", "Thing")
                                        .gauges()
                                        .stream()
                                        .map(CountedObjectsIT::series)
                                        .collect(Collectors.toSet()),
                        series::equals);
    }

    private static String series(Gauge gauge) {
        return "%s %s %.0f"
                .formatted(
                        gauge.getId().getTag("ready"),
                        gauge.getId().getTag("reason"),
                        gauge.value());
    }
}
