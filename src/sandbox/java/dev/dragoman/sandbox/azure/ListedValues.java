package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Export;
import dev.dragoman.sandbox.azure.http.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Answers to POST actions of types without a row in {@code behaviour.json}: the values that the
 * catalog exports from such answers. The values are invented, and stay the same until the
 * resource's keys are rotated.
 */
final class ListedValues {
    private static final int BYTES = 32;
    private static final Pattern STEP =
            Pattern.compile("\\[(?<field>[^=\\]]+)=(?<wanted>[^\\]]*)]|(?<name>[^.\\[\\]]+)");

    /**
     * A step of a path: {@code name} is a field or an index of a list. Otherwise the step is the
     * list item whose {@code field} has the value {@code wanted}.
     */
    private record Step(String name, String field, String wanted) {
        boolean ofList() {
            return name == null || name.matches("\\d{1,6}");
        }
    }

    private ListedValues() {}

    /** The answer to an action; empty when the catalog exports nothing from it. */
    static Optional<ObjectNode> of(Resource resource, String action) {
        var exports =
                resource.type.kinds().stream()
                        .map(AzureKind::exports)
                        .flatMap(List::stream)
                        .flatMap(export -> export.action().stream())
                        .filter(each -> each.call().of().isEmpty())
                        .filter(each -> each.call().path().equalsIgnoreCase(action))
                        .toList();
        if (exports.isEmpty()) {
            return Optional.empty();
        }
        var answer = Json.object();
        exports.forEach(each -> put(answer, steps(each.value()), value(resource, each)));
        return Optional.of(answer);
    }

    private static String value(Resource resource, Export.Action export) {
        var secret = resource.secret(export.call().path() + "/" + export.value(), BYTES);
        return export.base64()
                ? Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8))
                : secret;
    }

    private static Deque<Step> steps(String path) {
        var steps = new ArrayDeque<Step>();
        var found = STEP.matcher(path);
        while (found.find()) {
            steps.add(new Step(found.group("name"), found.group("field"), found.group("wanted")));
        }
        return steps;
    }

    private static void put(ObjectNode at, Deque<Step> steps, String value) {
        var name = steps.pop().name();
        if (steps.isEmpty()) {
            at.put(name, value);
        } else if (steps.peek().ofList()) {
            put(at.withArray("/" + name), steps, value);
        } else {
            put(at.withObject("/" + name), steps, value);
        }
    }

    private static void put(ArrayNode list, Deque<Step> steps, String value) {
        var step = steps.pop();
        if (steps.isEmpty()) {
            list.add(value);
        } else {
            put(item(list, step), steps, value);
        }
    }

    private static ObjectNode item(ArrayNode list, Step step) {
        if (step.name() == null) {
            for (var each : list) {
                if (each.path(step.field()).asText().equals(step.wanted())) {
                    return (ObjectNode) each;
                }
            }
            return list.addObject().put(step.field(), step.wanted());
        }
        int index = Integer.parseInt(step.name());
        while (list.size() <= index) {
            list.addObject();
        }
        return (ObjectNode) list.get(index);
    }
}
