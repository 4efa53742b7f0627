package dev.dragoman.kube;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class StatusWriterTest {
    private static final Map<String, Object> OBJECT =
            Map.of(
                    "apiVersion",
                    "v1",
                    "kind",
                    "Namespace",
                    "metadata",
                    Map.of("name", "a", "uid", "u", "resourceVersion", "7"));

    private static final String CONFLICT =
            """
            {"reason": "Conflict", "details": {"causes": [{
                "reason": "FieldManagerConflict",
                "message": "conflict with \\"dragoman-status\\" with subresource \\"status\\" using v1",
                "field": ".status.phase"}]}}
            """;

    /** Two that force would write in turn without end. */
    @Test
    void aSharedStatusTakesNothingFromOthers() throws IOException {
        var queries = new CopyOnWriteArrayList<String>();
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    boolean discovery = exchange.getRequestURI().getPath().equals("/api/v1");
                    if (!discovery) {
                        queries.add(exchange.getRequestURI().getQuery());
                    }
                    var body =
                            (discovery
                                            ? "{\"resources\":[{\"name\":\"namespaces\",\"kind\":\"Namespace\",\"namespaced\":false}]}"
                                            : CONFLICT)
                                    .getBytes(UTF_8);
                    exchange.sendResponseHeaders(discovery ? 200 : 409, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
        var config = Config.empty();
        config.setMasterUrl("http://127.0.0.1:" + server.getAddress().getPort());
        config.setRequestRetryBackoffLimit(0);
        try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
            var writer = new StatusWriter(client, new Kinds(client), (key, version) -> {});
            assertThat(writer.share(OBJECT, Map.of("phase", "Forged"), "team"))
                    .isEqualTo(new Applied.Conflict(List.of("dragoman-status: .status.phase")));
            assertThat(queries).hasSize(1).allMatch(each -> each.contains("force=false"));
        } finally {
            server.stop(0);
        }
    }
}
