package dev.dragoman.reconcile.watch;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.sandbox.faults.FaultProxies;
import dev.dragoman.sandbox.faults.WatchFault;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The operator's client is also that of routes, which may ask for types and watch them. */
@Landing
class WireFormatIT {
    private final ControlPlane plane = SharedControlPlane.shared();
    private final KubernetesClient client = client(plane.adminConfig());

    private static KubernetesClient client(Config config) {
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(WireFormat.plain())
                .build();
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void typesAreReadWhereTheyAreAskedFor() {
        var seen = new CopyOnWriteArrayList<String>();
        var maps = client.configMaps().inNamespace("default");
        try (var _ = maps.watch(watcher(seen, new AtomicReference<>()))) {
            var made =
                    maps.resource(
                                    new ConfigMapBuilder()
                                            .withNewMetadata()
                                            .withName("typed")
                                            .endMetadata()
                                            .addToData("size", "3")
                                            .build())
                            .create();
            assertThat(made.getData()).containsEntry("size", "3");
            await().until(() -> seen.contains("typed"));
            assertThat(maps.list().getItems())
                    .extracting(each -> each.getMetadata().getName())
                    .contains("typed");
        }
    }

    @Test
    void anErrorInAWatchIsTold() {
        var ended = new AtomicReference<WatcherException>();
        try (var azure = AzureSandbox.start(Options.of(Catalog.load()));
                var proxies = new FaultProxies(plane, azure);
                var through = client(proxies.cluster(plane.adminConfig(), "wire-format."))) {
            var gone =
                    proxies.faults().event(e -> e.json().contains("outdated"), 1, WatchFault.GONE);
            var _ = through.configMaps().inNamespace("default").watch(watcher(List.of(), ended));
            var _ =
                    client.configMaps()
                            .inNamespace("default")
                            .resource(
                                    new ConfigMapBuilder()
                                            .withNewMetadata()
                                            .withName("outdated")
                                            .endMetadata()
                                            .build())
                            .create();
            await().until(() -> ended.get() != null);
            assertThat(gone.happened()).isPresent();
            assertThat(ended.get().isHttpGone()).isTrue();
        }
    }

    private static Watcher<ConfigMap> watcher(
            List<String> seen, AtomicReference<WatcherException> ended) {
        return new Watcher<>() {
            @Override
            public void eventReceived(Action action, ConfigMap map) {
                if (map.getMetadata().getName().equals("typed")) {
                    seen.add(map.getMetadata().getName());
                }
            }

            @Override
            public void onClose(WatcherException cause) {
                ended.set(cause);
            }
        };
    }
}
