package dev.dragoman.azure.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.sandbox.faults.FaultProxies;
import dev.dragoman.sandbox.faults.WatchFault;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The settings are read anew, also when their watch has died without a word. */
class GlobalIdentityIT {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String NAMESPACE = "global-identity";
    private static final Map<String, String> ENVIRONMENT =
            Map.of(
                    "POD_NAMESPACE", NAMESPACE,
                    "AZURE_SUBSCRIPTION_ID", "00000000-0000-0000-0000-000000000001",
                    "AZURE_TENANT_ID", "00000000-0000-0000-0000-000000000002",
                    "AZURE_CLIENT_SECRET", "a secret");

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
        var changes = new AtomicInteger();
        try (var azure = AzureSandbox.start(Options.of(Catalog.load()));
                var proxies = new FaultProxies(plane, azure);
                var client =
                        new KubernetesClientBuilder()
                                .withConfig(
                                        proxies.cluster(plane.adminConfig(), "global-identity."))
                                .build();
                var identity =
                        new GlobalIdentity(
                                client,
                                ENVIRONMENT,
                                AzureSettings.from(ENVIRONMENT),
                                Duration.ofSeconds(1),
                                changes::incrementAndGet)) {
            identity.start();
            await().atMost(SOON).until(() -> changes.get() == 1);
            assertThat(identity.current().clientId()).isEqualTo("one");

            var silence =
                    proxies.faults()
                            .event(e -> e.json().contains(NAMESPACE), 1, WatchFault.SILENCE);
            settings("two");
            await().atMost(SOON).until(() -> identity.current().clientId().equals("two"));
            assertThat(silence.happened()).isPresent();
        }
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
