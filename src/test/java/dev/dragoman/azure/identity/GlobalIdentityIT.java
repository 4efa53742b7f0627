package dev.dragoman.azure.identity;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.CapturedLog;
import dev.dragoman.Operator;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.capability.Outside;
import dev.dragoman.reconcile.Engine;
import dev.dragoman.reconcile.EngineSettings;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.sandbox.faults.FaultProxies;
import dev.dragoman.sandbox.faults.WatchFault;
import dev.dragoman.settings.SettingsReview;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The settings are read anew, also when their watch has died without a word. */
@Full
class GlobalIdentityIT {
    private static final String NAMESPACE = "global-identity";
    private static final Map<String, String> ENVIRONMENT =
            Map.of(
                    "POD_NAMESPACE", NAMESPACE,
                    "AZURE_SUBSCRIPTION_ID", "00000000-0000-0000-0000-000000000001",
                    "AZURE_TENANT_ID", "00000000-0000-0000-0000-000000000002",
                    "AZURE_CLIENT_SECRET", "not-to-be-logged");

    private final ControlPlane plane = SharedControlPlane.shared();

    @Test
    void aChangeThatASilentWatchMissedIsFound() {
        var _ =
                plane.client()
                        .resource(
                                new NamespaceBuilder()
                                        .withNewMetadata()
                                        .withName(NAMESPACE)
                                        .endMetadata()
                                        .build())
                        .create();
        settings("one");
        try (var azure = AzureSandbox.start(Options.of(Catalog.load()));
                var proxies = new FaultProxies(plane, azure);
                var client =
                        new KubernetesClientBuilder()
                                .withConfig(
                                        proxies.cluster(plane.adminConfig(), "global-identity."))
                                .build();
                var log = new CapturedLog(GlobalIdentity.class.getName())) {
            var engine =
                    new Engine(
                            client,
                            EngineSettings.alone().withLivenessPeriod(Duration.ofSeconds(1)),
                            InstantSource.system(),
                            new SimpleMeterRegistry());
            var identity =
                    new GlobalIdentity(
                            client,
                            ENVIRONMENT,
                            AzureSettings.from(ENVIRONMENT),
                            new SettingsReview(Operator.SETTINGS),
                            engine,
                            Outside.Azure.HERE);
            engine.start();
            try {
                await().until(() -> engine.cache().whole(identity.secret()));
                assertThat(identity.current().clientId()).isEqualTo("one");

                var silence =
                        proxies.faults()
                                .event(e -> e.json().contains(NAMESPACE), 1, WatchFault.SILENCE);
                settings("two");
                await().until(() -> identity.current().clientId().equals("two"));
                assertThat(silence.happened()).isPresent();
                assertThat(ownLines(log))
                        .as("one line for each change")
                        .hasSize(2)
                        .allMatch(line -> line.startsWith("INFO the credential is a client secret"))
                        .noneMatch(line -> line.contains("not-to-be-logged"));
            } finally {
                engine.stop(Duration.ZERO);
            }
        }
    }

    /** Other tests run in this process at the same time, with operators of their own. */
    private static List<String> ownLines(CapturedLog log) {
        return log.lines().stream()
                .filter(line -> line.contains(ENVIRONMENT.get("AZURE_SUBSCRIPTION_ID")))
                .toList();
    }

    private void settings(String client) {
        var _ =
                plane.client()
                        .resource(
                                new SecretBuilder()
                                        .withNewMetadata()
                                        .withName("aso-controller-settings")
                                        .withNamespace(NAMESPACE)
                                        .endMetadata()
                                        .addToStringData("AZURE_CLIENT_ID", client)
                                        .build())
                        .serverSideApply();
    }
}
