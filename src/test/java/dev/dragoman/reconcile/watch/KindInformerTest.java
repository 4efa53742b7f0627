package dev.dragoman.reconcile.watch;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.CapturedLog;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.cache.CacheBudget;
import dev.dragoman.reconcile.cache.KindStore;
import dev.dragoman.reconcile.cache.Snapshot;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("what all informers of the JVM log is read")
class KindInformerTest {
    private static final KindInfo SECRETS =
            new KindInfo(new GroupKind("", "Secret"), "v1", "secrets", true, false, false);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    /** A process that stops while it lists hundreds of kinds has no trouble with any of them. */
    @Test
    void aListThatIsEndedIsNoTrouble() throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var log = new CapturedLog(KindInformer.class.getName())) {
            var asked = asked(server);
            var client = client(server);
            var informer = informer(client);
            informer.start();
            await().until(asked::isDone);
            informer.close();
            client.close();
            asked.join().close();
            await().until(() -> client.getHttpClient().isClosed());
            assertThat(log.lines()).isEmpty();
            assertThat(meters.find("dragoman_watch_errors").counters()).isEmpty();
        }
    }

    /** Takes the first connection, and never answers. */
    private static CompletableFuture<Socket> asked(ServerSocket server) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        var socket = server.accept();
                        var _ = socket.getInputStream().read();
                        return socket;
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                });
    }

    private static KubernetesClient client(ServerSocket server) {
        return new KubernetesClientBuilder()
                .withConfig(
                        new ConfigBuilder()
                                .withAutoConfigure(false)
                                .withMasterUrl("http://127.0.0.1:" + server.getLocalPort())
                                .build())
                .build();
    }

    private KindInformer informer(KubernetesClient client) {
        var store =
                new KindStore(
                        SECRETS,
                        each ->
                                Snapshot.full(
                                        each, client.getKubernetesSerialization(), Instant.EPOCH),
                        (key, before, after) -> {},
                        Clock.systemUTC(),
                        KindStore.Index.NONE,
                        new CacheBudget(20_000));
        return new KindInformer(
                new KindInformer.Access(
                        client,
                        PageSize.ofObjects(),
                        client,
                        new PagedLists.Turns(),
                        RequestTurns.onThreads(),
                        new AtomicInteger()),
                SECRETS,
                WatchScope.ALL,
                store,
                new KindInformer.EngineClock(
                        Clock.systemUTC(), Duration.ofMinutes(1), Duration.ofSeconds(10)),
                meters);
    }
}
