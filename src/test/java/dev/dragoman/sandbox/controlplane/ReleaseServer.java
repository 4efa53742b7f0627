package dev.dragoman.sandbox.controlplane;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** In place of dl.k8s.io and github.com: what the tests lay there, or a fault. */
final class ReleaseServer implements AutoCloseable {
    private final HttpServer server;
    private final CountDownLatch end = new CountDownLatch(1);
    final List<String> asked = new CopyOnWriteArrayList<>();

    ReleaseServer(HttpHandler handler) {
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(
                "/",
                exchange -> {
                    asked.add(exchange.getRequestURI().getPath());
                    handler.handle(exchange);
                });
        server.start();
    }

    /** One that serves a directory in the layout of the official hosts. */
    static ReleaseServer of(Path directory) {
        return new ReleaseServer(
                exchange -> {
                    var file = directory.resolve(exchange.getRequestURI().getPath().substring(1));
                    if (Files.isRegularFile(file)) {
                        var bytes = Files.readAllBytes(file);
                        exchange.sendResponseHeaders(200, bytes.length);
                        exchange.getResponseBody().write(bytes);
                    } else {
                        exchange.sendResponseHeaders(404, -1);
                    }
                    exchange.close();
                });
    }

    static ReleaseServer answering(int status) {
        return new ReleaseServer(
                exchange -> {
                    exchange.sendResponseHeaders(status, -1);
                    exchange.close();
                });
    }

    /** One that says nothing, or stops after some bytes of the answer. */
    static ReleaseServer silent(int bytes) {
        var holder = new ReleaseServer[1];
        holder[0] =
                new ReleaseServer(
                        exchange -> {
                            part(exchange, bytes);
                            holder[0].hold();
                        });
        return holder[0];
    }

    /** One that closes the connection in the middle. */
    static ReleaseServer cutting(int bytes) {
        return new ReleaseServer(
                exchange -> {
                    part(exchange, bytes);
                    throw new IOException("cut");
                });
    }

    private static void part(HttpExchange exchange, int bytes) throws IOException {
        if (bytes > 0) {
            exchange.sendResponseHeaders(200, 10L * bytes);
            exchange.getResponseBody().write("x".repeat(bytes).getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
        }
    }

    private void hold() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        end.countDown();
        server.stop(0);
    }

    /** Lays a file there as its project publishes it, and pins its sum. */
    static Release published(Path directory, Program program, String version, String content)
            throws IOException {
        var release = new Release(program.name(), version, Releases.thisPlatform(), "0".repeat(64));
        var file = directory.resolve(release.address(Optional.empty()).toString().substring(8));
        Files.createDirectories(file.getParent());
        if (release.member().isPresent()) {
            pack(release.member().get(), content, file);
        } else {
            Files.writeString(file, content);
        }
        return new Release(program.name(), version, Releases.thisPlatform(), Checksum.sha256(file));
    }

    private static void pack(String member, String content, Path archive) throws IOException {
        var root = Files.createTempDirectory("packed-");
        var file = root.resolve(member);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        try {
            var tar =
                    Stream.of("tar", "-czf", archive.toString(), "-C", root.toString(), member)
                            .toList();
            if (new ProcessBuilder(tar).inheritIO().start().waitFor() != 0) {
                throw new IOException("tar failed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } finally {
            StateDirectory.delete(root);
        }
    }
}
