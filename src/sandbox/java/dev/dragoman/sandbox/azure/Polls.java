package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.azure.http.Answer;
import dev.dragoman.sandbox.azure.http.Faults;
import dev.dragoman.sandbox.azure.http.Json;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Poll URLs of operations, and the status documents at them. */
final class Polls {
    /**
     * A part as long as the certificate in Azure's poll URLs, so that clients are tested with long
     * URLs.
     */
    private static final String CERTIFICATE = "MIIHhzCCBm-gAwIBAgITfAldUuOkqyWaFWVm".repeat(70);

    private final Faults faults;
    private final Options options;

    Polls(Faults faults, Options options) {
        this.faults = faults;
        this.options = options;
    }

    /** The headers of the answer that starts the operation. */
    Map<String, String> headers(Operation operation, String self, String apiVersion) {
        var headers = new LinkedHashMap<String, String>();
        var reply = operation.reply;
        var async = url(operation, self, apiVersion, reply.path(), true);
        var result = url(operation, self, apiVersion, reply.resultPath(), false);
        switch (reply.style()) {
            case LOCATION -> headers.put("Location", result);
            case OPERATION -> headers.put("Azure-AsyncOperation", async);
            case BOTH -> {
                headers.put("Azure-AsyncOperation", async);
                headers.put("Location", result);
            }
            case NONE -> throw new IllegalArgumentException("not an operation");
        }
        headers.putAll(retryAfter(reply));
        return headers;
    }

    /** The header that {@link Faults#retryAfter} sets, otherwise Azure's; empty for no header. */
    Map<String, String> retryAfter(Behaviour.Reply reply) {
        return faults.retryAfter()
                .or(() -> Optional.ofNullable(reply.retryAfter()))
                .map(seconds -> Map.of("Retry-After", seconds.toString()))
                .orElse(Map.of());
    }

    /**
     * The status document of an operation. The answer is always 200, also for a failed operation.
     */
    Answer status(Operation operation) {
        ObjectNode body = Json.object();
        body.put("name", operation.id);
        body.put("startTime", operation.started.truncatedTo(ChronoUnit.MILLIS).toString());
        if (!operation.done) {
            body.put("status", operation.reply.running());
            return Answer.of(200, body).with(retryAfter(operation.reply));
        }
        body.put("endTime", operation.ends.truncatedTo(ChronoUnit.MILLIS).toString());
        if (operation.failure == null) {
            return Answer.of(200, body.put("status", "Succeeded"));
        }
        body.put("status", "Failed");
        body.putObject("error")
                .put("code", operation.failure.code())
                .put("message", operation.failure.getMessage());
        return Answer.of(200, body);
    }

    private String url(
            Operation operation, String self, String apiVersion, String path, boolean status) {
        var target = operation.target;
        var subscription = "/subscriptions/" + options.subscriptionId();
        var location = target.state.path("location").asText("global");
        var place =
                target.id.isGroup()
                        ? "/" + path
                        : "/providers/"
                                + target.type.namespace()
                                + "/locations/"
                                + location
                                + "/"
                                + path;
        var query = operation.reply.query();
        return self
                + subscription
                + place
                + "/"
                + operation.id
                + "?"
                + (query == null ? "" : query + "&")
                + "api-version="
                + apiVersion
                + "&t="
                + operation.started.toEpochMilli()
                + "&c="
                + CERTIFICATE
                + "&s="
                + (status ? "status." : "result.")
                + operation.signature;
    }
}
