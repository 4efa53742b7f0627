package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.dragoman.sandbox.azure.http.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Fills in templates of answers. A string may contain placeholders in braces: {@code name}, {@code
 * names.0}, {@code scope}, {@code group}, {@code location}, {@code tenant}, {@code subscription},
 * {@code caller}, {@code now}, {@code uuid}, {@code key:NAME:BYTES} (a random key), {@code
 * state:PATH} (a value of the resource, of any type) and {@code before:X:PATH} (the part of such a
 * value before X). A field whose placeholder has no value is omitted.
 */
final class Template {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-zA-Z]+[^{}]*)}");

    private final Resource resource;
    private final String tenant;
    private final String subscription;
    private final String caller;
    private final Instant now;

    Template(
            Resource resource,
            String tenant,
            String subscription,
            String caller,
            Instant now) {
        this.resource = resource;
        this.tenant = tenant;
        this.subscription = subscription;
        this.caller = caller;
        this.now = now.truncatedTo(ChronoUnit.MILLIS);
    }

    /** The template with its placeholders filled in; an empty object for a missing template. */
    ObjectNode object(JsonNode template) {
        return template.isObject()
                ? (ObjectNode) fill(template).orElseGet(Json::object)
                : Json.object();
    }

    private Optional<JsonNode> fill(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> {
                var filled = Json.object();
                object.properties()
                        .forEach(
                                f ->
                                        fill(f.getValue())
                                                .ifPresent(v -> filled.set(f.getKey(), v)));
                yield Optional.of(filled);
            }
            case ArrayNode array -> {
                var filled = Json.MAPPER.createArrayNode();
                array.forEach(e -> fill(e).ifPresent(filled::add));
                yield Optional.of(filled);
            }
            case TextNode text -> string(text);
            default -> Optional.of(node);
        };
    }

    private Optional<JsonNode> string(TextNode text) {
        var matcher = PLACEHOLDER.matcher(text.asText());
        if (matcher.matches()) {
            return value(matcher.group(1));
        }
        matcher.reset();
        var filled = new StringBuilder();
        while (matcher.find()) {
            var value = value(matcher.group(1));
            if (value.isEmpty()) {
                return Optional.empty();
            }
            matcher.appendReplacement(
                    filled, java.util.regex.Matcher.quoteReplacement(value.get().asText()));
        }
        return Optional.of(TextNode.valueOf(matcher.appendTail(filled).toString()));
    }

    private Optional<JsonNode> value(String hole) {
        var parts = hole.split(":", 3);
        if (parts.length > 1) {
            return function(parts);
        }
        return Optional.ofNullable(word(hole)).map(TextNode::valueOf);
    }

    private Optional<JsonNode> function(String[] parts) {
        return switch (parts[0]) {
            case "key" ->
                    Optional.of(
                            TextNode.valueOf(
                                    resource.secret(parts[1], Integer.parseInt(parts[2]))));
            case "state" -> present(Json.at(resource.state, parts[1]));
            case "before" ->
                    present(Json.at(resource.state, parts[2]))
                            .map(v -> TextNode.valueOf(before(parts[1], v.asText())));
            default -> throw new IllegalArgumentException("unknown function " + parts[0]);
        };
    }

    private String word(String hole) {
        var id = resource.id;
        return switch (hole) {
            case "name" -> id.name();
            case "names.0" -> id.names().getFirst();
            case "scope" -> id.scope();
            case "group" -> id.group().orElse(null);
            case "location" -> resource.state.path("location").asText(null);
            case "tenant" -> tenant;
            case "subscription" -> subscription;
            case "caller" -> caller;
            case "now" -> now.toString();
            case "uuid" -> UUID.randomUUID().toString();
            default -> throw new IllegalArgumentException("unknown placeholder " + hole);
        };
    }

    private static Optional<JsonNode> present(JsonNode node) {
        return node.isMissingNode() || node.isNull() ? Optional.empty() : Optional.of(node);
    }

    private static String before(String separator, String text) {
        int at = text.indexOf(separator);
        return at < 0 ? text : text.substring(0, at);
    }
}
