package dev.dragoman.camel.https;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.dragoman.sandbox.azure.Authority;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server of https at a port of its own, with a certificate of its own authority. */
public final class LocalHttps implements AutoCloseable {
    /** What came: header names in lower case. */
    public record Request(String method, String target, Map<String, String> headers, String body) {}

    /** How it answers. */
    @FunctionalInterface
    public interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    private final HttpsServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private volatile Answer answer = exchange -> exchange.sendResponseHeaders(204, -1);

    private LocalHttps(HttpsServer server) {
        this.server = server;
    }

    /**
     * @param pem where the certificate of the authority is written to
     */
    public static LocalHttps start(Path pem) throws Exception {
        var server = HttpsServer.create(new InetSocketAddress("localhost", 0), 0);
        var authority = Authority.create(Files.createTempDirectory("https"));
        Files.copy(authority.pem(), pem);
        server.setHttpsConfigurator(new HttpsConfigurator(authority.server()));
        var local = new LocalHttps(server);
        server.setExecutor(local.threads);
        server.createContext("/", local::handle);
        server.start();
        return local;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var headers = new TreeMap<String, String>();
            exchange.getRequestHeaders()
                    .forEach(
                            (name, values) ->
                                    headers.put(
                                            name.toLowerCase(Locale.ROOT),
                                            String.join(", ", values)));
            requests.add(
                    new Request(
                            exchange.getRequestMethod(),
                            exchange.getRequestURI().toString(),
                            headers,
                            new String(
                                    exchange.getRequestBody().readAllBytes(),
                                    StandardCharsets.UTF_8)));
            answer.to(exchange);
        }
    }

    /** {@code localhost:PORT}. */
    public String host() {
        return "localhost:" + server.getAddress().getPort();
    }

    public List<Request> requests() {
        return requests;
    }

    public void answers(Answer next) {
        answer = next;
    }

    /** Not until the latch is counted down. */
    public CountDownLatch hangs() {
        var over = new CountDownLatch(1);
        answers(
                exchange -> {
                    try {
                        over.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
        return over;
    }

    /** With this status and text. */
    public void answers(int status, String text) {
        answers(
                exchange -> {
                    var bytes = text.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
                    exchange.getResponseBody().write(bytes);
                });
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
