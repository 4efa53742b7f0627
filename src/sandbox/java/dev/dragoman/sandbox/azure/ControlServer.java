package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Locale;

/**
 * The control API for people with curl: plain HTTP on this machine. {@code GET /resources}, {@code
 * /counts}, {@code /exchanges}, {@code /get?id=}; everything else is a POST of a JSON object with
 * the parameters of the {@link SandboxControl} method of that name.
 */
final class ControlServer {
    private final SandboxControl control;

    ControlServer(SandboxControl control) {
        this.control = control;
    }

    Answer answer(Call call) {
        var verb = call.path().substring(1).toLowerCase(Locale.ROOT);
        try {
            return switch (call.method()) {
                case "GET" -> read(verb, call);
                case "POST" -> {
                    var arguments = call.body().isBlank() ? Json.object() : Json.parse(call.body());
                    yield act(verb, arguments);
                }
                default -> refused("use GET or POST");
            };
        } catch (JsonProcessingException | IllegalArgumentException e) {
            return refused(e.getMessage());
        }
    }

    private Answer read(String verb, Call call) {
        return switch (verb) {
            case "resources" -> Answer.of(200, Json.MAPPER.valueToTree(control.resources()));
            case "counts" -> Answer.of(200, Json.MAPPER.valueToTree(control.counts()));
            case "exchanges" -> {
                var list = Json.MAPPER.createArrayNode();
                control.exchanges().forEach(e -> list.add(exchange(e)));
                yield Answer.of(200, list);
            }
            case "get" ->
                    control.get(call.parameter("id").orElse(""))
                            .map(state -> Answer.of(200, state))
                            .orElseGet(() -> Answer.empty(404));
            default -> refused("there is no GET /" + verb);
        };
    }

    private Answer act(String verb, JsonNode arguments) {
        return switch (verb) {
            case "mutate" ->
                    Answer.of(200, control.mutate(text(arguments, "id"), arguments.path("patch")));
            case "remove" -> done(() -> control.remove(text(arguments, "id")));
            case "rotatekeys" -> done(() -> control.rotateKeys(text(arguments, "id")));
            case "down" -> done(control::down);
            case "up" -> done(control::up);
            case "clearfaults" -> done(control::clearFaults);
            case "clearexchanges" -> done(control::clearExchanges);
            case "unregister" -> done(() -> control.unregister(text(arguments, "namespace")));
            case "revokeclient" -> done(() -> control.revokeClient(text(arguments, "clientId")));
            case "changesecret" ->
                    done(
                            () ->
                                    control.changeSecret(
                                            text(arguments, "clientId"),
                                            text(arguments, "secret")));
            default -> fault(verb, arguments);
        };
    }

    private Answer fault(String verb, JsonNode arguments) {
        return switch (verb) {
            case "throttle" ->
                    done(
                            () ->
                                    control.throttle(
                                            arguments.path("count").asInt(1),
                                            arguments.path("retryAfterSeconds").asInt(5),
                                            text(arguments, "pattern")));
            case "failnext" ->
                    done(
                            () ->
                                    control.failNext(
                                            text(arguments, "pattern"),
                                            arguments.path("httpStatus").asInt(500),
                                            text(arguments, "code"),
                                            text(arguments, "message")));
            case "failoperation" ->
                    done(
                            () ->
                                    control.failOperation(
                                            text(arguments, "pattern"),
                                            text(arguments, "code"),
                                            text(arguments, "message")));
            case "delay" ->
                    done(() -> control.delay(text(arguments, "pattern"), duration(arguments)));
            case "operationduration" ->
                    done(
                            () ->
                                    control.operationDuration(
                                            text(arguments, "pattern"), duration(arguments)));
            case "retryafter" ->
                    done(() -> control.retryAfter(arguments.path("seconds").asInt(1)));
            default -> refused("there is no POST /" + verb);
        };
    }

    private static JsonNode exchange(Exchange e) {
        var node = Json.object();
        node.put("time", e.time().toString()).put("method", e.method()).put("url", e.url());
        node.set("requestBody", e.requestBody());
        node.put("status", e.status());
        node.set("responseHeaders", Json.MAPPER.valueToTree(e.responseHeaders()));
        node.set("responseBody", e.responseBody());
        return node;
    }

    private static Duration duration(JsonNode arguments) {
        return Duration.ofMillis(arguments.path("milliseconds").asLong());
    }

    private static String text(JsonNode arguments, String name) {
        if (!arguments.path(name).isTextual()) {
            throw new IllegalArgumentException("the text '" + name + "' is missing");
        }
        return arguments.path(name).asText();
    }

    private static Answer done(Runnable action) {
        action.run();
        return Answer.of(200, Json.object().put("done", true));
    }

    private static Answer refused(String why) {
        return Answer.of(400, Json.object().put("error", why));
    }
}
