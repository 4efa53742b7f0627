package dev.dragoman.envoy.pod;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The command {@code shutdown-manager}: a server for the hooks that end a pod. {@code /drain} has
 * Envoy drain its connections, and {@code /shutdown} answers once they are drained. Thread-safe.
 */
public final class ShutdownManager implements AutoCloseable {
    public static final String COMMAND = "shutdown-manager";

    static final Map<String, String> FLAGS =
            Flags.defaults(
                    "port", "8090",
                    "ready-file", "/tmp/shutdown-ok",
                    "check-ready-interval", "1",
                    "check-drain-interval", "5",
                    "check-drain-delay", "15",
                    "start-drain-delay", "0",
                    "envoy-admin-address", "http://localhost:9901",
                    "min-open-connections", "0");

    /** Milliseconds between the tries to have Envoy drain. */
    private static final List<Integer> PAUSES = List.of(200, 1000, 5000);

    /** Seconds for the last answers, when the process ends. */
    private static final int LAST_ANSWERS = 1;

    private final Flags flags;
    private final EnvoyAdmin envoy;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicBoolean draining = new AtomicBoolean();
    private final CountDownLatch drained = new CountDownLatch(1);

    private ShutdownManager(Flags flags, HttpServer server) {
        this.flags = flags;
        this.envoy = new EnvoyAdmin(flags.text("envoy-admin-address"));
        this.server = server;
    }

    /**
     * Serves until SIGTERM, with which the process ends.
     *
     * @param arguments what stands after the command's name
     * @return the exit code, if the server cannot start
     */
    public static int run(List<String> arguments) {
        return Flags.run(
                COMMAND,
                FLAGS,
                arguments,
                flags -> {
                    var manager = start(flags, flags.port("port"));
                    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(manager), "sigterm"));
                    say("serves at port " + manager.port());
                    new CountDownLatch(1).await();
                });
    }

    private static void end(ShutdownManager manager) {
        manager.close();
        // the JVM would report 143
        Runtime.getRuntime().halt(0);
    }

    /**
     * Starts the server.
     *
     * @param port 0 for any free one
     */
    static ShutdownManager start(Flags flags, int port) throws IOException {
        FLAGS.keySet().stream()
                .filter(each -> each.matches("(check|start|min)-.*"))
                .forEach(flags::count);
        if (!flags.text("envoy-admin-address").matches("https?://[\\w.:\\[\\]-]+")) {
            throw flags.wrong(
                    "envoy-admin-address",
                    "the address of Envoy's admin interface, such as http://localhost:9901");
        }
        var manager = new ShutdownManager(flags, HttpServer.create(new InetSocketAddress(port), 0));
        manager.server.setExecutor(manager.threads);
        var _ = manager.server.createContext("/", manager::answer);
        manager.server.start();
        return manager;
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            switch (exchange.getRequestURI().getPath()) {
                case "/healthz" -> {}
                case "/drain" -> {
                    if (draining.compareAndSet(false, true)) {
                        drain();
                    }
                    drained.await();
                }
                case "/shutdown" -> awaitDrained();
                default -> {
                    exchange.sendResponseHeaders(404, -1);
                    return;
                }
            }
            var body = "OK".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void drain() throws InterruptedException {
        pause("start-drain-delay");
        failHealthCheck();
        pause("check-drain-delay");
        int enough = flags.count("min-open-connections");
        while (true) {
            try {
                long open = envoy.openConnections();
                say(open + " connections are open");
                if (open <= enough) {
                    break;
                }
            } catch (IOException e) {
                say("Envoy does not say how many connections are open: " + e);
            }
            TimeUnit.SECONDS.sleep(seconds("check-drain-interval"));
        }
        try {
            var _ = Files.writeString(Path.of(flags.text("ready-file")), "");
        } catch (IOException e) {
            // this process knows it without the file, for which there may be no place
            say("there is no file for hooks of others: " + e);
        }
        drained.countDown();
    }

    private void failHealthCheck() throws InterruptedException {
        for (int i = 0; i <= PAUSES.size(); i++) {
            if (i > 0) {
                TimeUnit.MILLISECONDS.sleep(PAUSES.get(i - 1));
            }
            try {
                envoy.failHealthCheck();
                say("Envoy drains its connections");
                return;
            } catch (IOException e) {
                say("try %d to have Envoy drain failed: %s".formatted(i + 1, e));
            }
        }
    }

    /** Waits until this process has drained Envoy, or another one has made the file. */
    private void awaitDrained() throws InterruptedException {
        boolean isOver = false;
        while (!isOver) {
            isOver =
                    Files.exists(Path.of(flags.text("ready-file")))
                            || drained.await(seconds("check-ready-interval"), TimeUnit.SECONDS);
        }
    }

    /** At least one: who asks again and again does not do so without a pause. */
    private int seconds(String interval) {
        return Math.max(1, flags.count(interval));
    }

    private void pause(String name) throws InterruptedException {
        TimeUnit.SECONDS.sleep(flags.count(name));
    }

    private static void say(String what) {
        System.err.println(COMMAND + ": " + what);
    }

    @Override
    public void close() {
        server.stop(LAST_ANSWERS);
        var _ = threads.shutdownNow();
    }
}
