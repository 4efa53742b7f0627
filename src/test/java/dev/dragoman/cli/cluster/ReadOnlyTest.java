package dev.dragoman.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class ReadOnlyTest {
    @Test
    void aClientThatOnlyReadsSendsNoWrite() throws IOException {
        var methods = new ArrayList<String>();
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    methods.add(exchange.getRequestMethod());
                    exchange.sendResponseHeaders(404, -1);
                    exchange.close();
                });
        server.start();
        var config =
                new ConfigBuilder()
                        .withAutoConfigure(false)
                        .withMasterUrl("http://localhost:" + server.getAddress().getPort())
                        .build();
        try (var client =
                new KubernetesClientBuilder()
                        .withConfig(config)
                        .withHttpClientBuilderConsumer(
                                http -> http.addOrReplaceInterceptor(ReadOnly.NAME, new ReadOnly()))
                        .build()) {
            var team = client.namespaces().withName("team");
            assertThat(team.get()).isNull();
            assertThatThrownBy(team::delete).hasStackTraceContaining("this command only reads");
        } finally {
            server.stop(0);
        }
        assertThat(methods).containsExactly("GET");
    }
}
