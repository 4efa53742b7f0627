package dev.dragoman.cli.explain;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.dragoman.cli.cluster.ClusterRequests.Refused;
import dev.dragoman.kube.object.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/**
 * Serves the page on the loopback address. It answers nobody who does not know the token in the
 * address, and no page of another site: such a page could not read it, but a name that resolves to
 * this machine could make it. Thread-safe.
 */
final class PageServer implements AutoCloseable {
    private static final Map<String, String> FILES =
            Map.of(
                    "", "text/html; charset=utf-8",
                    "page.css", "text/css; charset=utf-8",
                    "page.js", "text/javascript; charset=utf-8");

    /** Nothing from elsewhere, nothing inline, and no HTML made of text. */
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src"
                    + " data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
                    + " require-trusted-types-for 'script'; trusted-types 'none'";

    private static final Map<String, String> HEADERS =
            Map.of(
                    "Content-Security-Policy", POLICY,
                    "X-Content-Type-Options", "nosniff",
                    "Referrer-Policy", "no-referrer",
                    "Cross-Origin-Resource-Policy", "same-origin",
                    "Cross-Origin-Opener-Policy", "same-origin",
                    "Cache-Control", "no-store");

    /** Where a browser says that a request comes from, if it is no other site. */
    private static final Set<String> OWN = Set.of("same-origin", "none");

    /** After this time a line without meaning shows whether the browser is still there. */
    private static final Duration PULSE = Duration.ofSeconds(10);

    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final int BYTES = 16;

    private final HttpServer server;
    private final PageAnswers answers;
    private final String token;

    private PageServer(HttpServer server, PageAnswers answers) {
        this.server = server;
        this.answers = answers;
        var random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        this.token = HexFormat.of().formatHex(random);
    }

    /**
     * Begins to serve.
     *
     * @param port 0 for any free one
     * @throws IllegalArgumentException when the port is not free
     */
    static PageServer open(int port, PageAnswers answers) {
        try {
            var address = new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port);
            var server = new PageServer(HttpServer.create(address, 0), answers);
            server.server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.server.createContext("/", server::handle);
            server.server.start();
            return server;
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "--port: cannot listen on port %d (%s); take another one"
                            .formatted(port, e.getMessage()),
                    e);
        }
    }

    /** The address with the token, which whoever has it may read. */
    String address() {
        return "http://127.0.0.1:%d/%s/".formatted(server.getAddress().getPort(), token);
    }

    /** Serves until the thread is interrupted, which ends the command. */
    void await() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException _) {
            server.stop(0);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            HEADERS.forEach(exchange.getResponseHeaders()::set);
            var path = exchange.getRequestURI().getPath();
            var own = "/" + token + "/";
            if (!isAllowed(exchange) || !isSame(path, own)) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            answer(exchange, path.substring(own.length()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the request comes from this page, or from nobody's. */
    private boolean isAllowed(HttpExchange exchange) {
        var headers = exchange.getRequestHeaders();
        var host = Optional.ofNullable(headers.getFirst("Host")).orElse("");
        int port = server.getAddress().getPort();
        var origin = headers.getFirst("Origin");
        var site = headers.getFirst("Sec-Fetch-Site");
        return "GET".equals(exchange.getRequestMethod())
                && Set.of("127.0.0.1:" + port, "localhost:" + port).contains(host)
                && (origin == null || origin.equals("http://" + host))
                && (site == null || OWN.contains(site));
    }

    /** Compares in a time that does not depend on where they differ. */
    private static boolean isSame(String path, String own) {
        var begin = path.substring(0, Math.min(path.length(), own.length()));
        return MessageDigest.isEqual(
                begin.getBytes(StandardCharsets.UTF_8), own.getBytes(StandardCharsets.UTF_8));
    }

    private void answer(HttpExchange exchange, String name)
            throws IOException, InterruptedException {
        if (FILES.containsKey(name)) {
            send(exchange, 200, FILES.get(name), file(name.isEmpty() ? "page.html" : name));
        } else if (name.equals("changes")) {
            changes(exchange);
        } else {
            var json = json(name, exchange.getRequestURI().getRawQuery());
            send(
                    exchange,
                    json.isEmpty() ? 404 : json.containsKey("error") ? 502 : 200,
                    "application/json",
                    Json.write(json).getBytes(StandardCharsets.UTF_8));
        }
    }

    private Map<String, Object> json(String name, String query) {
        try {
            return answers.of(name, words(query));
        } catch (Refused refused) {
            return Json.object("error", refused.getMessage());
        } catch (RuntimeException failed) { // without an answer, the command would seem to be gone
            return Json.object("error", failed.toString());
        }
    }

    private static byte[] file(String name) {
        try (var in = PageServer.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static void send(HttpExchange exchange, int code, String type, byte[] body)
            throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(code, body.length);
        exchange.getResponseBody().write(body);
    }

    /** Tells of each change, as server-sent events, until the browser leaves. */
    private void changes(HttpExchange exchange) throws IOException, InterruptedException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        var out = exchange.getResponseBody();
        for (long last = -1; ; ) {
            long now = answers.newer(last, PULSE);
            out.write(
                    (now == last ? ":\n\n" : "data: " + now + "\n\n")
                            .getBytes(StandardCharsets.UTF_8));
            out.flush();
            last = now;
        }
    }

    private static Map<String, String> words(String query) {
        var words = new HashMap<String, String>();
        for (var each : Optional.ofNullable(query).orElse("").split("&", -1)) {
            var parts = each.split("=", 2);
            words.put(parts[0], URLDecoder.decode(parts[parts.length - 1], StandardCharsets.UTF_8));
        }
        return words;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
