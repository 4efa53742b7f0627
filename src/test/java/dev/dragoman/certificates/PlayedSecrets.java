package dev.dragoman.certificates;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.dragoman.kube.object.Fields;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * As much of an API server as Secrets need that one program alone applies: each request is noted,
 * and an apply to another version than there is one is refused.
 */
final class PlayedSecrets implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String KINDS =
            "{\"resources\":[{\"name\":\"secrets\",\"kind\":\"Secret\",\"namespaced\":true}]}";

    /** Of an object that is to be new. */
    private static final String NEW = "1";

    private final HttpServer server;
    private final List<String> requests = new ArrayList<>();
    private final Map<String, Map<String, Object>> secrets = new LinkedHashMap<>();
    private int version = 10;

    PlayedSecrets() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    KubernetesClient client() {
        var config = Config.empty();
        config.setMasterUrl(
                "http://%s:%d"
                        .formatted(
                                InetAddress.getLoopbackAddress().getHostAddress(),
                                server.getAddress().getPort()));
        config.setRequestRetryBackoffLimit(0);
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    /** Verbs with names of Secrets since the last call, in their order. */
    synchronized List<String> requests() {
        var since = List.copyOf(requests);
        requests.clear();
        return since;
    }

    /** Somebody else writes there, and changes nothing that counts. */
    synchronized void touch(String name) {
        put(name, secrets.get(name));
    }

    private Map<String, Object> put(String name, Map<String, Object> secret) {
        var metadata = new LinkedHashMap<>(Fields.map(secret, "metadata"));
        metadata.put("resourceVersion", String.valueOf(++version));
        metadata.putIfAbsent("uid", "uid-of-" + name);
        var stored = new LinkedHashMap<>(secret);
        stored.put("metadata", metadata);
        secrets.put(name, stored);
        return stored;
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().getPath();
        if (path.equals("/api/v1")) {
            send(exchange, 200, KINDS.getBytes(UTF_8));
            return;
        }
        var name = path.substring(path.lastIndexOf('/') + 1);
        requests.add(exchange.getRequestMethod() + " " + name);
        var there = secrets.get(name);
        if (exchange.getRequestMethod().equals("GET")) {
            send(exchange, there == null ? 404 : 200, JSON.writeValueAsBytes(there));
            return;
        }
        Map<String, Object> applied =
                JSON.readValue(exchange.getRequestBody().readAllBytes(), new TypeReference<>() {});
        var is = there == null ? NEW : Fields.metadata(there, "resourceVersion");
        if (!Fields.metadata(applied, "resourceVersion").equals(is)) {
            send(
                    exchange,
                    409,
                    "{\"reason\":\"Conflict\",\"message\":\"changed\"}".getBytes(UTF_8));
            return;
        }
        send(exchange, 200, JSON.writeValueAsBytes(put(name, applied)));
    }

    private static void send(HttpExchange exchange, int code, byte[] body) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
