package dev.dragoman.sandbox.faults;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each fault, as the client that the operator uses meets it on the real API server. */
@Full
class FaultProxyIT {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final Class<? extends Exception> NO_ANSWER = KubernetesClientException.class;

    private final ControlPlane plane = SharedControlPlane.shared();
    private final AzureSandbox azure = AzureSandbox.start(Options.of(Catalog.load()));
    private final FaultProxies proxies = new FaultProxies(plane, azure);
    private final Faults faults = proxies.faults();
    private final String namespace = "proxied-" + NUMBER.incrementAndGet();
    private final KubernetesClient direct = plane.client();
    private KubernetesClient client = client("tester.", false);

    FaultProxyIT() {
        var _ =
                direct.resource(
                                new NamespaceBuilder()
                                        .withNewMetadata()
                                        .withName(namespace)
                                        .endMetadata()
                                        .build())
                        .create();
    }

    private KubernetesClient client(String userAgent, boolean httpWatches) {
        var config = proxies.cluster(plane.adminConfig(), userAgent);
        config.setRequestRetryBackoffLimit(0);
        config.setOnlyHttpWatches(httpWatches);
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    @AfterEach
    void stop() {
        client.close();
        proxies.close();
        azure.close();
    }

    @Test
    void aRequestIsHeldUpOrAnsweredByTheProxy() {
        faults.request(Passing::write, 1, new Fault.Delay(Duration.ofMillis(300)));
        faults.request(Passing::write, 2, Fault.kubernetes(409, "Conflict"));
        var begin = Instant.now();
        create(client, "late");
        assertThat(Duration.between(begin, Instant.now())).isGreaterThan(Duration.ofMillis(290));
        assertThatThrownBy(() -> create(client, "refused"))
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        refused -> assertThat(refused.getCode()).isEqualTo(409));
        assertThat(names()).contains("late").doesNotContain("refused");
        assertThat(faults.seen().getLast().applied()).isFalse();
    }

    @Test
    void aResetComesBeforeOrAfterTheWrite() {
        faults.request(Passing::write, 1, new Fault.ResetBefore());
        faults.request(Passing::write, 2, new Fault.LoseReply(() -> {}));
        assertThatThrownBy(() -> create(client, "before")).isInstanceOf(NO_ANSWER);
        assertThatThrownBy(() -> create(client, "after")).isInstanceOf(NO_ANSWER);
        assertThat(names()).contains("after").doesNotContain("before");
        create(client, "later");
        assertThat(names()).contains("later");
    }

    @Test
    void aListShowsAnOlderRevision() {
        create(direct, "first");
        var version =
                direct.configMaps()
                        .inNamespace(namespace)
                        .list()
                        .getMetadata()
                        .getResourceVersion();
        create(direct, "second");
        faults.request(p -> p.method().equals("GET"), 1, new Fault.AsOf(version));
        assertThat(listed()).contains("first").doesNotContain("second");
        assertThat(listed()).contains("first", "second");
    }

    private List<String> listed() {
        return client
                .configMaps()
                .inNamespace(namespace)
                .list(new ListOptionsBuilder().withResourceVersion("0").build())
                .getItems()
                .stream()
                .map(each -> each.getMetadata().getName())
                .toList();
    }

    @Test
    void whoIsDeadHasNoEffectAnyMore() {
        create(client, "alive");
        try (var other = client("other.", false)) {
            proxies.kill("tester.");
            assertThatThrownBy(() -> create(client, "dead")).isInstanceOf(NO_ANSWER);
            create(other, "other");
        }
        assertThat(names()).contains("alive", "other").doesNotContain("dead");
    }

    @ParameterizedTest(name = "HTTP watches: {0}")
    @ValueSource(booleans = {false, true})
    void eventsAreDroppedDoubledAndReplacedByGone(boolean httpWatches) {
        client.close();
        client = client("watcher.", httpWatches);
        var seen = new Seen();
        try (var _ = watch(seen)) {
            create(direct, "usual");
            await().until(() -> seen.names.contains("usual"));
            faults.event(e -> e.json().contains("\"dropped\""), 1, WatchFault.DROP);
            faults.event(e -> e.json().contains("\"doubled\""), 1, WatchFault.DUPLICATE);
            create(direct, "dropped");
            create(direct, "doubled");
            await().until(() -> seen.names.size() >= 3);
            assertThat(seen.names).containsExactly("usual", "doubled", "doubled");
            faults.event(e -> e.json().contains("\"gone\""), 1, WatchFault.GONE);
            create(direct, "gone");
            await().until(() -> !seen.ends.isEmpty());
            assertThat(seen.ends.getFirst().isHttpGone()).isTrue();
        }
        assertThat(faults.seen())
                .anyMatch(
                        each ->
                                each.request().watch()
                                        && each.status() == (httpWatches ? 200 : 101));
    }

    @ParameterizedTest(name = "HTTP watches: {0}")
    @ValueSource(booleans = {false, true})
    void aWatchFallsSilentAndStaysOpen(boolean httpWatches) {
        client.close();
        client = client("watcher.", httpWatches);
        var seen = new Seen();
        var other = new Seen();
        try (var _ = watch(seen)) {
            create(direct, "heard");
            await().until(() -> seen.names.contains("heard"));
            var silence =
                    faults.event(e -> e.json().contains("\"unheard\""), 1, WatchFault.SILENCE);
            create(direct, "unheard");
            await().until(() -> silence.happened().isPresent());
            try (var _ = watch(other)) {
                create(direct, "later");
                await().until(() -> other.names.contains("later"));
            }
        }
        assertThat(seen.names).containsExactly("heard");
        assertThat(seen.ends).isEmpty();
    }

    private Watch watch(Seen seen) {
        return client.configMaps().inNamespace(namespace).withLabel("watched").watch(seen);
    }

    private void create(KubernetesClient by, String name) {
        var _ =
                by.resource(
                                new ConfigMapBuilder()
                                        .withNewMetadata()
                                        .withName(name)
                                        .withNamespace(namespace)
                                        .withLabels(Map.of("watched", "true"))
                                        .endMetadata()
                                        .build())
                        .create();
    }

    private List<String> names() {
        return direct.configMaps().inNamespace(namespace).list().getItems().stream()
                .map(each -> each.getMetadata().getName())
                .toList();
    }

    private static final class Seen implements Watcher<ConfigMap> {
        final List<String> names = new CopyOnWriteArrayList<>();
        final List<WatcherException> ends = new CopyOnWriteArrayList<>();

        @Override
        public void eventReceived(Action action, ConfigMap object) {
            names.add(object.getMetadata().getName());
        }

        @Override
        public void onClose(WatcherException cause) {
            ends.add(cause);
        }
    }
}
