package dev.dragoman.cli.explain;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Answers reads of objects in memory, in pages, and notes what was asked in which form. */
final class FakeCluster implements AutoCloseable {
    private static final int PAGE = 200;

    private final Map<String, List<Map<String, Object>>> collections =
            new ConcurrentSkipListMap<>();
    private final List<Map<String, Object>> groups = new CopyOnWriteArrayList<>();

    /** Status that lists and reads of these paths get. */
    final Map<String, Integer> refused = new ConcurrentSkipListMap<>();

    /** What these paths get in place of an answer; a watch, those that end with {@code ?watch}. */
    final Map<String, String> texts = new ConcurrentSkipListMap<>();

    /** What these paths answer, besides objects. */
    final Map<String, Map<String, Object>> answers = new TreeMap<>();

    /** How many writes are refused, as if somebody else had written first. */
    int conflicts;

    /** Is run before each answer. */
    Runnable before = () -> {};

    final List<String> asked = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    FakeCluster() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Serves the kind. */
    void kind(String apiVersion, String kind, String plural) {
        int slash = apiVersion.indexOf('/');
        var group = slash < 0 ? "" : apiVersion.substring(0, slash);
        var version = apiVersion.substring(slash + 1);
        var resource =
                Json.object(
                        "resource",
                        plural,
                        "responseKind",
                        Json.object("group", group, "kind", kind),
                        "scope",
                        Set.of("Namespace", "Node").contains(kind) ? "Cluster" : "Namespaced",
                        "singularResource",
                        kind.toLowerCase(Locale.ROOT));
        groups.add(
                Json.object(
                        "metadata", Json.object("name", group),
                        "versions",
                                List.of(
                                        Json.object(
                                                "version",
                                                version,
                                                "resources",
                                                List.of(resource)))));
        collections.put(
                (slash < 0 ? "/api/" : "/apis/") + apiVersion + "/" + plural,
                new CopyOnWriteArrayList<>());
    }

    /** Adds an object to its collection. */
    void add(String collection, Map<String, Object> object) {
        collections.get(collection).add(object);
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** A kubeconfig of this cluster. */
    Path kubeconfig(Path directory) throws IOException {
        return Files.writeString(
                directory.resolve("kubeconfig"),
                """
                apiVersion: v1
                kind: Config
                current-context: c
                contexts: [ { name: c, context: { cluster: c, user: u, namespace: team-a } } ]
                clusters: [ { name: c, cluster: { server: "%s" } } ]
                users: [ { name: u, user: { token: t } } ]
                """
                        .formatted(address()));
    }

    private void answer(HttpExchange exchange) throws IOException {
        var uri = exchange.getRequestURI();
        var accept = String.valueOf(exchange.getRequestHeaders().getFirst("Accept"));
        asked.add("%s %s %s".formatted(exchange.getRequestMethod(), uri, accept));
        var found = found(uri.getPath(), String.valueOf(uri.getQuery()));
        var text = uri.getPath() + (uri.toString().contains("watch=true") ? "?watch" : "");
        var body = texts.getOrDefault(text, Json.write(found)).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        boolean none = found.containsKey("code") && !texts.containsKey(text);
        int code = refused.getOrDefault(uri.getPath(), none ? 404 : 200);
        if (exchange.getRequestMethod().equals("PATCH") && conflicts-- > 0) {
            code = 409;
        }
        before.run();
        exchange.sendResponseHeaders(code, body.length);
        try (var out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private Map<String, Object> found(String path, String query) {
        if (path.equals("/api") || path.equals("/apis")) {
            boolean core = path.equals("/api");
            return Json.object(
                    "items",
                    groups.stream()
                            .filter(each -> Fields.metadata(each, "name").isEmpty() == core)
                            .toList());
        }
        if (answers.containsKey(path)) {
            return answers.get(path);
        }
        var flat = path.replaceFirst("/namespaces/[^/]+(?=/)", "");
        var namespace =
                flat.equals(path) ? "" : path.replaceFirst(".*/namespaces/([^/]+)/.*", "$1");
        if (collections.containsKey(flat)) {
            var all =
                    collections.get(flat).stream()
                            .filter(
                                    each ->
                                            namespace.isEmpty()
                                                    || namespace.equals(
                                                            Fields.metadata(each, "namespace")))
                            .toList();
            int from =
                    query.contains("continue=")
                            ? Integer.parseInt(query.replaceFirst(".*continue=(\\d+).*", "$1"))
                            : 0;
            int to = Math.min(all.size(), from + PAGE);
            return Json.object(
                    "metadata",
                    to < all.size() ? Json.object("continue", "" + to) : Json.object(),
                    "items",
                    all.subList(from, to));
        }
        int slash = flat.lastIndexOf('/');
        return collections.getOrDefault(flat.substring(0, slash), List.of()).stream()
                .filter(each -> Fields.metadata(each, "name").equals(flat.substring(slash + 1)))
                .filter(each -> Fields.metadata(each, "namespace").equals(namespace))
                .findFirst()
                .orElseGet(() -> Json.object("code", 404, "message", "there is no " + path));
    }

    /** An object with a condition. */
    static Map<String, Object> object(
            String apiVersion,
            ObjectKey key,
            Map<String, Object> spec,
            String reason,
            String message) {
        var condition =
                Json.object(
                        "type",
                        "Ready",
                        "status",
                        reason.equals("Succeeded") ? "True" : "False",
                        "reason",
                        reason,
                        "message",
                        message,
                        "observedGeneration",
                        1,
                        "lastTransitionTime",
                        "2026-01-01T00:00:00Z");
        return Json.object(
                "apiVersion", apiVersion,
                "kind", key.kind(),
                "metadata",
                        Json.object(
                                "name",
                                key.name(),
                                "namespace",
                                key.namespace(),
                                "generation",
                                1,
                                "creationTimestamp",
                                "2026-01-01T00:00:00Z"),
                "spec", spec,
                "status", Json.object("conditions", List.of(condition)));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
