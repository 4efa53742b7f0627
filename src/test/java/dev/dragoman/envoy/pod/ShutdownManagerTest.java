package dev.dragoman.envoy.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.dragoman.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The hooks, and an Envoy that the test plays. */
class ShutdownManagerTest {
    @TempDir private Path directory;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private HttpServer envoy;
    private ShutdownManager manager;
    private final AtomicInteger failures = new AtomicInteger();
    private volatile int connections = 2;

    @BeforeEach
    void start() throws IOException {
        envoy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        envoy.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        var path = exchange.getRequestURI().getPath();
                        requests.add(exchange.getRequestMethod() + " " + path);
                        boolean fails =
                                path.equals("/healthcheck/fail") && failures.getAndDecrement() > 0;
                        var body = metrics(connections).getBytes(StandardCharsets.UTF_8);
                        exchange.sendResponseHeaders(fails ? 503 : 200, body.length);
                        exchange.getResponseBody().write(body);
                    }
                });
        envoy.start();
        manager = ShutdownManager.start(flags("--check-drain-delay=0"), 0);
    }

    private static String metrics(int connections) {
        return """
        # TYPE envoy_http_downstream_cx_active gauge
        envoy_http_downstream_cx_active{envoy_http_conn_manager_prefix="admin"} 7
        envoy_http_downstream_cx_active{envoy_http_conn_manager_prefix="web",more="x"} %d
        envoy_http_downstream_cx_active_more{envoy_http_conn_manager_prefix="web"} 100
        """
                .formatted(connections);
    }

    @AfterEach
    void stop() {
        manager.close();
        envoy.stop(0);
        client.close();
    }

    private Flags flags(String... more) {
        var all =
                Stream.concat(
                        Stream.of(
                                "--check-drain-interval=1",
                                "--ready-file=" + directory.resolve("ready"),
                                "--envoy-admin-address=http://127.0.0.1:"
                                        + envoy.getAddress().getPort()),
                        Stream.of(more));
        return Flags.read(ShutdownManager.FLAGS, all.toList());
    }

    private CompletableFuture<HttpResponse<String>> get(String path) {
        return client.sendAsync(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + manager.port() + path))
                        .build(),
                BodyHandlers.ofString());
    }

    @Test
    void bothHooksAnswerOnceNoConnectionIsOpen() {
        failures.set(2);
        var shutdown = get("/shutdown");
        var drain = get("/drain");
        Patience.await("two looks at Envoy's metrics")
                .until(() -> requests.stream().filter("GET /stats/prometheus"::equals).count() > 1);
        assertThat(get("/healthz").join().body()).isEqualTo("OK");
        assertThat(drain).isNotDone();
        assertThat(shutdown).isNotDone();

        var second = get("/drain");
        connections = 0;
        for (var hook : List.of(drain, second, shutdown, get("/shutdown"))) {
            assertThat(hook.join().statusCode()).isEqualTo(200);
        }
        assertThat(directory.resolve("ready")).exists();
        assertThat(requests.stream().filter("POST /healthcheck/fail"::equals)).hasSize(3);
    }

    @Test
    void envoyThatDoesNotHearIsAskedForItsConnectionsAllTheSame() {
        failures.set(10);
        connections = 0;
        assertThat(get("/drain").join().statusCode()).isEqualTo(200);
        assertThat(requests.stream().filter("POST /healthcheck/fail"::equals)).hasSize(4);
    }

    @Test
    void theFileOfAnotherProcessEndsTheWaitAndOtherPathsAreNone() throws IOException {
        var shutdown = get("/shutdown");
        assertThat(get("/healthz/more").join().statusCode()).isEqualTo(404);
        assertThat(shutdown).isNotDone();
        Files.createFile(directory.resolve("ready"));
        assertThat(shutdown.join().statusCode()).isEqualTo(200);
        assertThat(requests).isEmpty();
    }

    @Test
    void withoutAPlaceForTheFileTheHooksAnswer() throws IOException {
        manager.close();
        connections = 1;
        manager =
                ShutdownManager.start(
                        flags(
                                "--check-drain-delay=0",
                                "--min-open-connections=1",
                                "--ready-file=" + directory.resolve("none/ready")),
                        0);
        assertThat(get("/drain").join().statusCode()).isEqualTo(200);
        assertThat(get("/shutdown").join().statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "--check-drain-delay=x, --check-drain-delay is 'x'; write a number from 0 to 1000000",
        "--check-ready-interval=-1, --check-ready-interval is '-1'; write a number from 0 to 1000000",
        "--min-open-connections=, --min-open-connections is ''; write a number from 0 to 1000000",
        "--envoy-admin-address=, --envoy-admin-address is ''; write the address of Envoy's admin interface",
        "--envoy-admin-address=localhost:9901, '--envoy-admin-address is ''localhost:9901''; write the address of Envoy''s admin interface, such as http://localhost:9901'"
    })
    void valuesThatCannotBeUsedAreNamed(String argument, String message) {
        assertThatThrownBy(() -> ShutdownManager.start(flags(argument), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @CsvSource({
        "'envoy_http_downstream_cx_active 3', 3",
        "'envoy_http_downstream_cx_active{a=\"x } y\"} 3', 3",
        "'envoy_http_downstream_cx_active{a=\"b\"} 3e2', 300",
        "'envoy_http_downstream_cx_active{a=\"admin\"} 3', 0"
    })
    void connectionsAreAddedUp(String line, long open) throws IOException {
        assertThat(EnvoyAdmin.openConnections(Stream.of(line, "# other"))).isEqualTo(open);
    }

    @Test
    void metricsWithoutConnectionsAreNoNumber() {
        assertThatThrownBy(() -> EnvoyAdmin.openConnections(Stream.of("other 1")))
                .hasMessageContaining("envoy_http_downstream_cx_active");
        assertThatThrownBy(
                        () ->
                                EnvoyAdmin.openConnections(
                                        Stream.of("envoy_http_downstream_cx_active{} x")))
                .hasMessageContaining("is no number");
    }
}
