package dev.dragoman.sandbox.azure.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.azure.http.Answer;
import dev.dragoman.sandbox.azure.http.Call;
import dev.dragoman.sandbox.azure.http.Json;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The control API over plain HTTP, for use with curl. A GET takes its parameters from the query, a
 * POST from a JSON object. {@link ControlVerbs} lists all verbs. A request with a missing, unknown
 * or invalid parameter has no effect: the answer is 400, with the names of the known parameters.
 */
public final class ControlServer {
    private final ControlVerbs verbs;

    public ControlServer(SandboxControl control) {
        verbs = new ControlVerbs(control);
    }

    public Answer answer(Call call) {
        var name = call.path().substring(1).toLowerCase(Locale.ROOT);
        try {
            return switch (call.method()) {
                case "GET" -> perform("GET", verbs.reads(), name, query(call));
                case "POST" -> perform("POST", verbs.acts(), name, body(call));
                default -> refused("use GET or POST");
            };
        } catch (JsonProcessingException e) {
            return refused("the body is no JSON object: " + e.getOriginalMessage());
        } catch (IllegalArgumentException e) {
            return refused(e.getMessage());
        }
    }

    private static Answer perform(
            String method, Map<String, Verb> verbs, String name, ObjectNode arguments) {
        var verb = verbs.get(name);
        if (verb == null) {
            return refused(
                    "there is no verb %s /%s; the verbs are: %s"
                            .formatted(
                                    method, name, String.join(", ", new TreeMap<>(verbs).keySet())));
        }
        verb.check(method + " /" + name, arguments);
        return verb.action().apply(arguments);
    }

    private static ObjectNode query(Call call) {
        var arguments = Json.object();
        call.query().forEach(arguments::put);
        return arguments;
    }

    private static ObjectNode body(Call call) throws JsonProcessingException {
        var body = call.body().isBlank() ? Json.object() : Json.parse(call.body());
        if (body instanceof ObjectNode object) {
            return object;
        }
        throw new IllegalArgumentException("the body is no JSON object");
    }

    private static Answer refused(String why) {
        return Answer.of(400, Json.object().put("error", why));
    }

    /**
     * A verb of the control API.
     *
     * @param parameters all parameters by name; each is required
     * @param action gets only arguments that passed {@link #check}
     */
    record Verb(Map<String, Shape> parameters, Function<JsonNode, Answer> action) {
        void check(String what, ObjectNode arguments) {
            for (var argument : arguments.properties()) {
                if (!parameters.containsKey(argument.getKey())) {
                    throw new IllegalArgumentException(
                            "%s has no parameter '%s'; %s"
                                    .formatted(what, argument.getKey(), known()));
                }
            }
            parameters.forEach(
                    (name, type) -> {
                        if (!arguments.has(name)) {
                            throw new IllegalArgumentException(
                                    "%s lacks the parameter '%s'; %s".formatted(what, name, known()));
                        }
                        if (!type.fits(arguments.get(name))) {
                            throw new IllegalArgumentException(
                                    "%s: '%s' must be %s".formatted(what, name, type.text()));
                        }
                    });
        }

        private String known() {
            return parameters.isEmpty()
                    ? "it takes no parameters"
                    : "it takes "
                            + parameters.entrySet().stream()
                                    .map(p -> "%s (%s)".formatted(p.getKey(), p.getValue().text()))
                                    .collect(Collectors.joining(", "));
        }
    }

    /** The type of a parameter. */
    enum Shape {
        TEXT("a text"),
        NUMBER("a whole number"),
        OBJECT("an object");

        private final String text;

        Shape(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }

        boolean fits(JsonNode value) {
            return switch (this) {
                case TEXT -> value.isTextual() && !value.asText().isEmpty();
                case NUMBER -> value.isIntegralNumber() && value.asLong() >= 0;
                case OBJECT -> value.isObject();
            };
        }
    }
}
