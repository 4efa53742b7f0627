package dev.dragoman.sandbox.azure.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.dragoman.sandbox.azure.ArmError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An HTTP server on a loopback port. It can be closed and opened again on the same port. */
public final class Listener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

    static {
        // without this property each answer waits 40 ms for the client's delayed acknowledgement
        if (System.getProperty("sun.net.httpserver.nodelay") == null) {
            System.setProperty("sun.net.httpserver.nodelay", "true");
        }
    }

    private final SSLContext tls;
    private final Function<Call, Answer> handler;
    private HttpServer server;
    private ExecutorService threads;
    private final int port;

    /**
     * @param tls null for plain HTTP
     */
    public Listener(int port, SSLContext tls, Function<Call, Answer> handler) {
        this.tls = tls;
        this.handler = handler;
        open(port);
        this.port = server.getAddress().getPort();
    }

    public int port() {
        return port;
    }

    public synchronized void down() {
        if (server != null) {
            server.stop(0);
            threads.shutdownNow();
            server = null;
        }
    }

    public synchronized void up() {
        if (server == null) {
            open(port);
        }
    }

    @Override
    public void close() {
        down();
    }

    private void open(int wanted) {
        try {
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted);
            if (tls == null) {
                server = HttpServer.create(address, 0);
            } else {
                var https = HttpsServer.create(address, 0);
                https.setHttpsConfigurator(new HttpsConfigurator(tls));
                server = https;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("port " + wanted + " is not free", e);
        }
        threads = Executors.newVirtualThreadPerTaskExecutor();
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    private void serve(HttpExchange http) throws IOException {
        try (http) {
            var body = http.getRequestBody().readAllBytes();
            var call =
                    Call.of(
                            http.getRequestMethod(),
                            http.getRequestURI(),
                            http.getRequestHeaders(),
                            body);
            Answer answer;
            try {
                answer = handler.apply(call);
            } catch (RuntimeException e) {
                // a defect of the sandbox must not look like an outage of Azure
                LOG.error("the sandbox failed on {} {}", call.method(), call.path(), e);
                answer = Answer.of(500, ArmError.body("SandboxDefect", e.toString()));
            }
            send(http, answer);
        }
    }

    private static void send(HttpExchange http, Answer answer) throws IOException {
        if (answer.lost()) {
            return;
        }
        answer.headers().forEach((k, v) -> http.getResponseHeaders().set(k, v));
        var bytes =
                answer.body() == null
                        ? new byte[0]
                        : Json.text(answer.body()).getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 0 && http.getResponseHeaders().getFirst("Content-Type") == null) {
            http.getResponseHeaders().set("Content-Type", "application/json; charset=utf-8");
        }
        boolean head = "HEAD".equals(http.getRequestMethod());
        http.sendResponseHeaders(answer.status(), head || bytes.length == 0 ? -1 : bytes.length);
        if (!head && bytes.length > 0) {
            http.getResponseBody().write(bytes);
        }
    }
}
