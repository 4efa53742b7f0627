package dev.dragoman.kube;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.dragoman.kube.failure.ApiServerUnavailable;
import dev.dragoman.kube.failure.LeaseNotHeld;
import dev.dragoman.reconcile.lease.LeaseFence;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiServerTest {
    private static KubernetesClient client(String server, boolean leads) {
        var config = Config.empty();
        config.setMasterUrl(server);
        config.setRequestRetryBackoffLimit(0);
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withHttpClientBuilderConsumer(
                        http ->
                                http.addOrReplaceInterceptor(
                                        LeaseFence.NAME, new LeaseFence(() -> leads)))
                .build();
    }

    private static ApiServer.Request request(String method) {
        return new ApiServer.Request(
                method,
                "/api/v1/namespaces/team/configmaps/a",
                Map.of(),
                ApiServer.JSON,
                method.equals("GET") ? null : Map.of(),
                "apply ConfigMap team/a");
    }

    /** Otherwise the object would show the failure, and teams' steps would tell it to others. */
    @Test
    void aWriteWithoutTheLeaseIsAFailureThatPasses() {
        try (var client = client("http://localhost:1", false)) {
            assertThatThrownBy(() -> new ApiServer(client).send(request("PATCH")))
                    .isInstanceOfSatisfying(
                            LeaseNotHeld.class, failure -> assertThat(failure.retriable()).isTrue())
                    .hasMessageStartingWith("apply ConfigMap team/a: this replica may no longer");
            assertThatThrownBy(() -> new ApiServer(client).send(request("GET")))
                    .isInstanceOf(ApiServerUnavailable.class);
        }
    }

    @ParameterizedTest
    @CsvSource({"7, PT7S", "300, PT5M", "301, PT5M", "999999, PT5M", "9999999, ", "soon, "})
    void aRetryAfterIsShortenedToMinutes(String told, Duration used) throws IOException {
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    var body = "{\"kind\":\"Status\"}".getBytes(UTF_8);
                    exchange.getResponseHeaders().add("Retry-After", told);
                    exchange.sendResponseHeaders(429, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
        try (var client = client("http://127.0.0.1:" + server.getAddress().getPort(), true)) {
            assertThat(new ApiServer(client).send(request("GET")).retryAfter())
                    .isEqualTo(Optional.ofNullable(used));
        } finally {
            server.stop(0);
        }
    }
}
