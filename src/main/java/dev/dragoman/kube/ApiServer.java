package dev.dragoman.kube;

import dev.dragoman.kube.failure.AnswerTooLarge;
import dev.dragoman.kube.failure.ApiServerUnavailable;
import dev.dragoman.kube.failure.LeaseNotHeld;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.lease.LeaseFence;
import dev.dragoman.reconcile.watch.PageBound;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * Sends one request and returns its answer, without a retry. Uses only the HTTP client of fabric8.
 * The operations of fabric8 retry conflicts, cannot name a field manager on every verb, and lose
 * details of the answer.
 */
final class ApiServer {
    static final String JSON = "application/json";
    static final String APPLY = "application/apply-patch+yaml";
    static final String JSON_PATCH = "application/json-patch+json";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Longest {@code Retry-After} that is used; a longer one is shortened to this. */
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    private final KubernetesClient client;
    private final String bearer;

    /** Sends requests with the credentials of the client. */
    ApiServer(KubernetesClient client) {
        this(client, "");
    }

    /**
     * Sends requests with this token.
     *
     * @param client without credentials of its own
     */
    ApiServer(KubernetesClient client, String bearer) {
        this.client = client;
        this.bearer = bearer;
    }

    /**
     * One request.
     *
     * @param contentType content type of the body; in a request without a body, the wanted content
     *     type of the answer
     * @param body may be null
     * @param doing names the attempt in messages, such as {@code "apply Secret ns/name"}
     */
    record Request(
            String method,
            String path,
            Map<String, String> query,
            String contentType,
            Object body,
            String doing) {}

    /** The answer: its code and its JSON. */
    record Reply(int code, Map<String, Object> body, Optional<Duration> retryAfter) {
        boolean ok() {
            return code >= 200 && code < 300;
        }

        String reason() {
            return Json.text(body, "reason");
        }

        String message() {
            return Json.text(body, "message");
        }
    }

    /** The object, or empty on 404. */
    Optional<Map<String, Object>> get(String path, String doing) {
        var request = new Request("GET", path, Map.of(), JSON, null, doing);
        var reply = send(request);
        if (reply.code() == 404) {
            return Optional.empty();
        }
        return Optional.of(Failures.orThrow(reply, request, false).body());
    }

    Reply send(Request request) {
        try {
            return exchange(request);
        } catch (LeaseFence.Closed e) {
            throw new LeaseNotHeld(
                    "%s: this replica may no longer be the leader; nothing was sent"
                            .formatted(request.doing()),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable(request, "interrupted", e);
        } catch (TimeoutException e) {
            throw unavailable(request, "no answer within " + TIMEOUT.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            var cause = e.getCause() == null ? e : e.getCause();
            if (PageBound.tooLarge(cause)) {
                throw new AnswerTooLarge(
                        "%s: %s; make the objects smaller, or delete some"
                                .formatted(request.doing(), cause.getMessage()));
            }
            throw unavailable(
                    request, cause.getClass().getSimpleName() + ": " + cause.getMessage(), cause);
        } catch (IOException e) {
            throw unavailable(request, "the answer is not JSON", e);
        }
    }

    private Reply exchange(Request request)
            throws InterruptedException, ExecutionException, TimeoutException, IOException {
        var http = client.getHttpClient();
        var body = request.body() == null ? null : Json.write(request.body());
        var call =
                http.newHttpRequestBuilder()
                        .uri(address(request))
                        .header("Accept", body == null ? request.contentType() : JSON)
                        .method(request.method(), request.contentType(), body)
                        .timeout(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        if (!bearer.isEmpty()) {
            call.header("Authorization", "Bearer " + bearer);
        }
        var pending = http.sendAsync(call.build(), byte[].class);
        try {
            var response = pending.get(TIMEOUT.toSeconds() + 1, TimeUnit.SECONDS);
            return new Reply(response.code(), content(response), retryAfter(response));
        } catch (InterruptedException | TimeoutException e) {
            pending.cancel(true);
            throw e;
        }
    }

    private String address(Request request) {
        var base = client.getMasterUrl().toString();
        var root = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
        var query =
                request.query().entrySet().stream()
                        .map(e -> e.getKey() + "=" + Target.encode(e.getValue()))
                        .collect(Collectors.joining("&"));
        return root + request.path() + (query.isEmpty() ? "" : "?" + query);
    }

    private static Map<String, Object> content(HttpResponse<byte[]> response) throws IOException {
        var body = response.body();
        if (body == null || body.length == 0) {
            return Map.of();
        }
        if (!response.isSuccessful() && body[0] != '{') {
            // a proxy's page or "404 page not found": only the status code is useful
            return Map.of();
        }
        return new LinkedHashMap<>(Json.read(body));
    }

    private static Optional<Duration> retryAfter(HttpResponse<byte[]> response) {
        var value = response.header("Retry-After");
        return value != null && value.matches("\\d{1,6}")
                ? Optional.of(
                        Duration.ofSeconds(
                                Math.min(Long.parseLong(value), LONGEST_PAUSE.toSeconds())))
                : Optional.empty();
    }

    private static ApiServerUnavailable unavailable(Request request, String why, Throwable cause) {
        return new ApiServerUnavailable(
                "%s: the API server gave no usable answer (%s); retrying"
                        .formatted(request.doing(), why),
                Optional.empty(),
                cause);
    }
}
