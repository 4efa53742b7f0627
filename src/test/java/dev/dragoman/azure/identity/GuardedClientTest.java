package dev.dragoman.azure.identity;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.util.Context;
import com.sun.net.httpserver.HttpServer;
import dev.dragoman.reconcile.turn.Answers.TooLarge;
import dev.dragoman.reconcile.turn.CircuitBreakers.SilentHost;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an answer may hold, and what a host that does not answer costs. */
class GuardedClientTest {
    private static final int MOST = 10_000;

    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicInteger hanging = new AtomicInteger();
    private volatile Instant now = Instant.EPOCH;
    private final GuardedClient client =
            AzureHttp.client(Optional.empty(), Optional.empty(), () -> now).atMost(MOST);
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(
                "/",
                exchange -> {
                    // without a length, which nobody could believe anyway
                    exchange.sendResponseHeaders(200, 0);
                    try (var body = exchange.getResponseBody()) {
                        body.write(
                                new byte
                                        [Integer.parseInt(
                                                exchange.getRequestURI().getPath().substring(1))]);
                    }
                });
        server.createContext(
                "/slow",
                exchange -> {
                    now = now.plusSeconds(6);
                    exchange.sendResponseHeaders(200, MOST + 1);
                    try (var body = exchange.getResponseBody()) {
                        body.write(new byte[MOST + 1]);
                    }
                });
        server.createContext(
                "/hang",
                exchange -> {
                    hanging.incrementAndGet();
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    exchange.sendResponseHeaders(200, -1);
                });
        server.start();
    }

    @AfterEach
    void stop() {
        end.countDown();
        server.stop(0);
    }

    private int bytes(String path) {
        var request =
                new HttpRequest(
                        HttpMethod.GET,
                        "http://localhost:%d/%s".formatted(server.getAddress().getPort(), path));
        try (var answer = client.sendSync(request, Context.NONE)) {
            assertThat(client.send(request).block().getBodyAsByteArray().block())
                    .isEqualTo(answer.getBodyAsByteArray().block());
            return answer.getBodyAsBinaryData().toBytes().length;
        }
    }

    private void hang() {
        int before = hanging.get();
        var _ = CompletableFuture.supplyAsync(() -> bytes("hang"), Thread::startVirtualThread);
        await().until(() -> hanging.get() > before);
    }

    @Test
    void readsAsMuchAsItMay() {
        assertThat(bytes("" + MOST)).isEqualTo(MOST);
        assertThatThrownBy(() -> bytes("" + (MOST + 1))).hasCauseInstanceOf(TooLarge.class);
    }

    /** Otherwise one team's answers would keep the others from Azure. */
    @Test
    void aHostWhoseAnswersAreTooLargeIsNotSilent() {
        for (int i = 0; i < 3; i++) {
            now = now.plusSeconds(6);
            assertThatThrownBy(() -> bytes("slow")).hasCauseInstanceOf(TooLarge.class);
            assertThat(bytes("1")).isOne();
        }
    }

    @Test
    void asksAHostThatHangsNoMore() {
        hang();
        hang();
        assertThat(bytes("1")).as("requests may be slow").isOne();
        end.countDown();
    }

    @Test
    void asksAgainAfterAWhile() {
        hang();
        now = now.plusSeconds(6);
        assertThat(bytes("1")).as("it may be the request that is slow").isOne();
        assertThat(bytes("1")).as("the host has answered since").isOne();
    }

    @Test
    void aHostThatAnswersNothingGetsOneRequestAtATime() {
        hang();
        now = now.plusSeconds(6);
        hang();
        assertThatThrownBy(() -> bytes("1")).hasCauseInstanceOf(SilentHost.class);
        end.countDown();
        await().untilAsserted(() -> assertThat(bytes("1")).isOne());
    }
}
