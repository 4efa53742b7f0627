package dev.dragoman.sandbox.faults;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.exception.HttpResponseException;
import com.azure.core.exception.ResourceNotFoundException;
import com.azure.core.http.policy.FixedDelayOptions;
import com.azure.core.http.policy.RetryOptions;
import com.azure.core.util.ClientOptions;
import com.azure.security.keyvault.secrets.SecretClient;
import com.azure.security.keyvault.secrets.SecretClientBuilder;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.SdkClient;
import dev.dragoman.sandbox.azure.entra.Client;
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
import java.util.function.Predicate;
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
    private final AzureSandbox azure =
            AzureSandbox.start(Options.of(Catalog.load()).client(Client.secret("app", "s")));
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

    @Test
    void vaultsAreToldApartByTheirNames() {
        azure.control().vaultRights("app", "all");
        // Microsoft's client remembers the tenant of a name as long as the JVM
        var names = List.of("a" + System.nanoTime() / 1000, "b" + System.nanoTime() / 1000);
        var arm = new SdkClient(azure, SdkClient.secret(azure, "app", "s"));
        var _ =
                arm.send(
                        "PUT", "/resourceGroups/rg", "2020-06-01", "{\"location\":\"westeurope\"}");
        names.forEach(name -> vault(arm, name));
        var first = vaultClient(names.getFirst());
        var second = vaultClient(names.getLast());
        first.setSecret("x", "one");
        second.setSecret("x", "two");
        assertThat(first.getSecret("x").getValue()).isEqualTo("one");
        Predicate<Passing> ofFirst = p -> p.host().equals(names.getFirst() + ".vault.azure.net");
        faults.request(ofFirst, 1, Fault.vault(404, "SecretNotFound", ""));
        faults.request(ofFirst.and(Passing::write), 1, new Fault.LoseReply(() -> {}));
        assertThat(second.getSecret("x").getValue()).isEqualTo("two");
        assertThatThrownBy(() -> first.getSecret("x"))
                .isInstanceOf(ResourceNotFoundException.class);
        assertThatThrownBy(() -> first.setSecret("x", "three"))
                .isNotInstanceOf(HttpResponseException.class);
        assertThat(first.getSecret("x").getValue()).isEqualTo("three");
        proxies.kill("tester.");
        assertThatThrownBy(() -> second.setSecret("x", "four"))
                .isNotInstanceOf(HttpResponseException.class);
        assertThat(azure.control().vault(names.getLast()).secret("x").orElseThrow().versions())
                .hasSize(1);
        assertThatThrownBy(() -> vaultClient("none").getSecret("x"))
                .hasMessageContaining("Tunnel failed, got: 502");
    }

    private void vault(SdkClient arm, String name) {
        var body =
                """
                {"location":"westeurope","properties":{"tenantId":"%s","sku":{"family":"A","name":"standard"},
                 "enableRbacAuthorization":true}}"""
                        .formatted(azure.tenantId());
        var path = "/resourceGroups/rg/providers/Microsoft.KeyVault/vaults/" + name;
        assertThat(arm.send("PUT", path, "2023-07-01", body).status()).isIn(200, 201);
    }

    private SecretClient vaultClient(String name) {
        var proxy = proxies.environmentWithVaults("tester.").get("HTTPS_PROXY");
        return new SecretClientBuilder()
                .vaultUrl("https://%s.vault.azure.net".formatted(name))
                .credential(SdkClient.secret(azure, "app", "s"))
                .httpClient(SdkClient.httpByProxy(azure, proxy))
                .clientOptions(new ClientOptions().setApplicationId("tester."))
                .retryOptions(new RetryOptions(new FixedDelayOptions(0, Duration.ofMillis(1))))
                .buildClient();
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
