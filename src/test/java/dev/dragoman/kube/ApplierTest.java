package dev.dragoman.kube;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import dev.dragoman.kube.failure.KubeException;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApplierTest {
    private static final Map<String, Object> CONFIG_MAP =
            Map.of(
                    "apiVersion",
                    "v1",
                    "kind",
                    "ConfigMap",
                    "metadata",
                    Map.of("name", "a", "namespace", "team"));

    /** As a conflict it would be no line in the log, however often it is tried. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"details":{"name":"team","kind":"namespaces"}} | NamespaceMissing | the namespace 'team' does not exist; create it or correct the name
                    {}                                              | KindMissing      | the API server does not serve this kind, or has no such part of it, as status
                    """)
    void aPlaceThatIsMissingIsNamed(String status, String reason, String told) throws IOException {
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    boolean discovery = exchange.getRequestURI().getPath().equals("/api/v1");
                    var body =
                            (discovery
                                            ? "{\"resources\":[{\"name\":\"configmaps\",\"kind\":\"ConfigMap\",\"namespaced\":true}]}"
                                            : status)
                                    .getBytes(UTF_8);
                    exchange.sendResponseHeaders(discovery ? 200 : 404, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
        var config = Config.empty();
        config.setMasterUrl("http://127.0.0.1:" + server.getAddress().getPort());
        config.setRequestRetryBackoffLimit(0);
        try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
            var applier = new Applier(client, new Kinds(client), (key, version) -> {});
            var options = new ApplyOptions("team", Optional.empty(), false);
            var failure =
                    catchThrowableOfType(
                            KubeException.class, () -> applier.apply(CONFIG_MAP, options));
            assertThat(failure.reason()).isEqualTo(reason);
            assertThat(failure.retriable()).isTrue();
            assertThat(failure).hasMessageStartingWith("create ").hasMessageEndingWith(told);
        } finally {
            server.stop(0);
        }
    }
}
