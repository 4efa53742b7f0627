package dev.dragoman.road;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An operator as a process, with what it says at its management port and in its log. */
final class Observed implements AutoCloseable {
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Path log;
    private final int port;
    private final Process process;

    /** Starts one with settings of its own; its log goes to the directory. */
    Observed(Road road, Path directory, Map<String, String> settings) throws IOException {
        this(road, road.kubeconfig(), directory, settings);
    }

    /** One that reaches the API server by this file. */
    Observed(Road road, Path kubeconfig, Path directory, Map<String, String> settings)
            throws IOException {
        log = directory.resolve("log");
        port = freePort();
        var all = new HashMap<>(settings);
        all.put("DRAGOMAN_MANAGEMENT_PORT", Integer.toString(port));
        process = road.process(log, kubeconfig, all);
    }

    /** False too where nobody listens yet. */
    boolean ready() {
        try {
            return ask("/observe/health/ready").statusCode() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    /** What it says of not being ready; empty when it is, and where nobody listens yet. */
    String notReady() {
        try {
            var answer = ask("/observe/health/ready");
            return answer.statusCode() == 200 ? "" : plain(answer.body());
        } catch (UncheckedIOException e) {
            return "";
        }
    }

    String get(String path) {
        return ask(path).body();
    }

    /** Both probes with what is wrong. */
    String health() {
        return plain(ask("/observe/health").body());
    }

    /** Camel's answer escapes slashes, twice. */
    private static String plain(String json) {
        return json.replace("\\", "");
    }

    private HttpResponse<String> ask(String path) {
        var request =
                HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                        .timeout(Duration.ofSeconds(10))
                        .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** What it logged, without the times. */
    List<String> log() throws IOException {
        return Files.readAllLines(log).stream()
                .map(line -> line.replaceFirst("^\\S+Z ", ""))
                .toList();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
