package dev.dragoman.azure.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.util.Context;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An answer that goes on and on is not read to its end. */
class BoundedClientTest {
    private static final int LONGEST = 10_000;

    private final HttpClient client =
            new JdkHttpClientBuilder(BoundedClient.builder(LONGEST)).build();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
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
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private int bytes(int wanted) {
        var request =
                new HttpRequest(
                        HttpMethod.GET,
                        "http://localhost:%d/%d".formatted(server.getAddress().getPort(), wanted));
        try (var answer = client.sendSync(request, Context.NONE)) {
            return answer.getBodyAsBinaryData().toBytes().length;
        }
    }

    @Test
    void readsAsMuchAsItMay() {
        assertThat(bytes(LONGEST)).isEqualTo(LONGEST);
        assertThatThrownBy(() -> bytes(LONGEST + 1)).hasStackTraceContaining("capacity");
    }
}
