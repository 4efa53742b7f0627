package dev.dragoman.road;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Asks an operator's management port, as the kubelet does. */
public final class ManagementProbe {
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final int port;

    public ManagementProbe(int port) {
        this.port = port;
    }

    /**
     * A port where nobody listens, below the range of outgoing connections: one of them could take
     * it before the operator does.
     */
    public static int freePort() throws IOException {
        for (int attempt = 1; ; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(30_000, 32_000);
            try (var socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                if (attempt == 100) {
                    throw taken;
                }
            }
        }
    }

    /** False too where nobody listens yet. */
    boolean ready() {
        try {
            return ask("/observe/health/ready").statusCode() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    /** What it says with 503 of not being ready; empty when it is, and where nobody listens yet. */
    String notReady() {
        try {
            var answer = ask("/observe/health/ready");
            return answer.statusCode() == 503 ? plain(answer.body()) : "";
        } catch (UncheckedIOException e) {
            return "";
        }
    }

    public String get(String path) {
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
}
