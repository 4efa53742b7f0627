package dev.dragoman.cli.cluster;

import static java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.watch.BoundedJson;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Requests to the API server whose answers are plain maps, at exactly the version that the path
 * names.
 */
public class ClusterRequests {
    public static final String METADATA =
            "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
    public static final String JSON = "application/json";

    /** As a gateway says that what is behind it is none of what was asked for. */
    private static final int BAD_ANSWER = 502;

    private static final int PAGE = 200;
    private static final long SECONDS = 60;

    /** Bytes; more than etcd keeps of one object. */
    private static final int LONGEST_EVENT = 8 << 20;

    private static final TimeUnit SECOND = TimeUnit.SECONDS;
    private static final Duration PAUSE = Duration.ofMillis(200);

    /** How long a watch lasts: after it a connection that died without a word is found out. */
    private static final long WATCH_SECONDS = 300;

    private final KubernetesClient client;
    private volatile Instant time = Instant.now();

    public ClusterRequests(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Has no request sent again: the client does so for a minute otherwise, and says nothing
     * meanwhile. For those who ask again anyway.
     */
    public ClusterRequests once() {
        client.getConfiguration().setRequestRetryBackoffLimit(0);
        return this;
    }

    /** A request failed. The message names the request, then gives the API server's message. */
    public static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** HTTP status; 0 when there was no answer. */
        public final int code;

        public Refused(int code, String message) {
            this(code, message, null);
        }

        public Refused(int code, String message, Throwable cause) {
            super(message, cause);
            this.code = code;
        }

        /** Whether another client has changed or deleted the object meanwhile. */
        public boolean isConflict() {
            return code == 404 || code == 409 || code == 422;
        }
    }

    /** When the last answer was given, by the API server's clock. */
    public Instant time() {
        return time;
    }

    public Map<String, Object> get(String path) {
        return get(path, JSON);
    }

    /** As {@link #get(String)}, in another form of the answer. */
    public Map<String, Object> get(String path, String accept) {
        return send("GET", path, JSON, accept, null);
    }

    /** The object, or an empty map on 404. */
    public Map<String, Object> find(String path) {
        try {
            return get(path);
        } catch (Refused refused) {
            if (refused.code == 404) {
                return Map.of();
            }
            throw refused;
        }
    }

    /**
     * A message when the operator's namespace does not exist, as its name may be misspelt; else
     * empty.
     */
    public Optional<String> absentNamespace(String name) {
        return find("/api/v1/namespaces/" + name).isEmpty()
                ? Optional.of("There is no namespace %s (--operator-namespace).".formatted(name))
                : Optional.empty();
    }

    public Map<String, Object> put(String path, Map<String, Object> object) {
        return send("PUT", path, JSON, JSON, object);
    }

    /** Server-side apply by force: the manager becomes owner of fields that other managers own. */
    public Map<String, Object> apply(String path, String manager, Map<String, Object> object) {
        var query = "?force=true&fieldManager=" + manager;
        return send("PATCH", path + query, "application/apply-patch+yaml", JSON, object);
    }

    /** An operation of a JSON patch. */
    public static Map<String, Object> operation(String op, String path, Object value) {
        return Map.of("op", op, "path", path, "value", value);
    }

    public Map<String, Object> patch(String path, List<Map<String, Object>> operations) {
        return send("PATCH", path, "application/json-patch+json", JSON, operations);
    }

    /** Merges these fields into an object; a null removes one. */
    public Map<String, Object> merge(String path, Map<String, Object> fields) {
        return send("PATCH", path, "application/merge-patch+json", JSON, fields);
    }

    /**
     * Deletes an object. It is no error when the object does not exist any more.
     *
     * @param preconditions the object's uid, because a new object may have its name by now; with
     *     the resourceVersion too, an object that has changed is not deleted
     */
    public void delete(String path, Map<String, Object> preconditions) {
        var options = Map.<String, Object>of("preconditions", preconditions);
        ifPresent(() -> send("DELETE", path, JSON, JSON, options));
    }

    /** Sends the request; an answer 404 is no error. */
    private static void ifPresent(Runnable request) {
        try {
            request.run();
        } catch (Refused refused) {
            if (refused.code != 404) {
                throw refused;
            }
        }
    }

    /**
     * Gives every item of a collection to {@code each}, page by page.
     *
     * @param path path of the collection, with a query or without
     */
    public void list(String path, String accept, Consumer<Map<String, Object>> each) {
        var _ = collection(path, accept, each);
    }

    /**
     * As {@link #list}, with the resourceVersion of the collection, from which a watch may begin.
     */
    public String collection(String path, String accept, Consumer<Map<String, Object>> each) {
        var first = path + (path.contains("?") ? "&" : "?") + "limit=";
        String more = "";
        String version;
        do {
            var page = send("GET", first + PAGE + more, JSON, accept, null);
            // an empty list of metadata has null as items
            if (!page.containsKey("items") && !Json.text(page, "kind").endsWith("List")) {
                throw new Refused(
                        BAD_ANSWER, path + ": the answer is no list; look at what is between");
            }
            Json.maps(page, "items").forEach(each);
            version = Json.text(Json.map(page, "metadata"), "resourceVersion");
            var next = Json.map(page, "metadata").get("continue");
            more = next instanceof String text && !text.isEmpty() ? "&continue=" + text : "";
        } while (!more.isEmpty());
        return version;
    }

    /**
     * Gives each event of a watch to {@code each}, until the API server ends the watch, after some
     * minutes at most.
     *
     * @param version resourceVersion after which it begins
     * @throws Refused when it cannot begin, breaks off, or the thread is interrupted
     */
    public void watch(
            String path, String accept, String version, Consumer<Map<String, Object>> each) {
        var doing = "watch of " + path;
        var query =
                "%swatch=true&allowWatchBookmarks=true&timeoutSeconds=%d&resourceVersion=%s"
                        .formatted(path.contains("?") ? "&" : "?", WATCH_SECONDS, version);
        var lines = new ByteArrayOutputStream();
        var watch =
                client.getHttpClient()
                        .consumeBytes(
                                request(path + query, accept).timeout(0, SECOND).build(),
                                (buffers, body) -> {
                                    for (var buffer : buffers) {
                                        events(buffer, lines, each);
                                    }
                                    body.consume();
                                });
        AsyncBody body = null;
        try {
            var response = watch.get(SECONDS, SECOND);
            body = response.body();
            if (!response.isSuccessful()) {
                throw new Refused(response.code(), "%s: %d".formatted(doing, response.code()));
            }
            body.consume();
            body.done().get(WATCH_SECONDS + SECONDS, SECOND);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refused(0, doing + ": interrupted");
        } catch (ExecutionException | TimeoutException e) {
            throw new Refused(0, "%s: it broke off (%s)".formatted(doing, e), e);
        } finally {
            Optional.ofNullable(body).ifPresent(AsyncBody::cancel);
            watch.cancel(true);
        }
    }

    /** Adds bytes to the line that has begun, and gives each whole line's event to the consumer. */
    private static void events(
            ByteBuffer buffer, ByteArrayOutputStream line, Consumer<Map<String, Object>> each)
            throws IOException {
        while (buffer.hasRemaining()) {
            byte next = buffer.get();
            if (next == '\n') {
                var event = read(line.toByteArray());
                line.reset();
                if ("ERROR".equals(event.get("type"))) { // such as: the version is too old
                    throw new IOException(Json.text(Json.map(event, "object"), "message"));
                }
                each.accept(event);
            } else if (line.size() > LONGEST_EVENT) {
                throw new IOException("an event has more bytes than an object may have");
            } else {
                line.write(next);
            }
        }
    }

    /** A text that is no JSON, such as metrics. */
    public String text(String path) {
        return new String(bytes("GET", path, JSON, "*/*", null), StandardCharsets.UTF_8);
    }

    /** As {@link #list}, but a collection that the API server does not serve has no items. */
    public void listServed(String path, String accept, Consumer<Map<String, Object>> each) {
        ifPresent(() -> list(path, accept, each));
    }

    /** The metadata of all objects of a collection; none when the API server does not serve it. */
    public List<Map<String, Object>> metadata(String collection) {
        var all = new ArrayList<Map<String, Object>>();
        listServed(collection, METADATA, each -> all.add(Json.map(each, "metadata")));
        return all;
    }

    /**
     * Waits a moment before the caller reads again what the API server has done.
     *
     * @throws Refused when the thread is interrupted
     */
    public static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refused(0, "interrupted");
        }
    }

    private Map<String, Object> send(
            String method, String path, String type, String accept, Object body) {
        try {
            return read(bytes(method, path, type, accept, body));
        } catch (IOException unreadable) {
            throw noAnswer(method + " " + path, unreadable);
        }
    }

    private byte[] bytes(String method, String path, String type, String accept, Object body) {
        var doing = method + " " + path;
        var request =
                request(path, accept)
                        .method(method, type, body == null ? null : Json.write(body))
                        .timeout(SECONDS, SECOND)
                        .build();
        try {
            var response =
                    client.getHttpClient()
                            .sendAsync(request, byte[].class)
                            .get(SECONDS + 1, SECOND);
            var date = Optional.ofNullable(response.header("Date"));
            time = date.map(each -> RFC_1123_DATE_TIME.parse(each, Instant::from)).orElse(time);
            if (!response.isSuccessful()) {
                throw new Refused(
                        response.code(),
                        "%s: %d %s"
                                .formatted(
                                        doing,
                                        response.code(),
                                        Json.text(read(response.body()), "message")));
            }
            return response.body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refused(0, doing + ": interrupted");
        } catch (ExecutionException | TimeoutException | IOException | DateTimeException e) {
            throw noAnswer(doing, e);
        }
    }

    private HttpRequest.Builder request(String path, String accept) {
        var base = client.getMasterUrl().toString().replaceAll("/$", "");
        return client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(base + path)
                .header("Accept", accept);
    }

    private static Refused noAnswer(String doing, Exception e) {
        return new Refused(
                0,
                "%s: no usable answer (%s)"
                        .formatted(doing, e.getCause() == null ? e : e.getCause()),
                e instanceof JsonProcessingException ? null : e);
    }

    @SuppressWarnings("unchecked") // JSON objects have text keys
    static Map<String, Object> read(byte[] body) throws IOException {
        return body == null || body.length == 0 || body[0] != '{'
                ? Map.of()
                : BoundedJson.read(body);
    }
}
