package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.BodyField;
import dev.dragoman.sandbox.azure.http.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Checks bodies of PUT and PATCH requests against the catalog's fields of the api-version.
 * Thread-safe.
 */
final class BodyRules {
    /** Top-level properties that Resource Manager itself accepts. */
    private static final Set<String> ENVELOPE =
            Set.of(
                    "id",
                    "name",
                    "type",
                    "location",
                    "tags",
                    "properties",
                    "sku",
                    "kind",
                    "identity",
                    "zones",
                    "plan",
                    "etag",
                    "managedBy",
                    "systemData",
                    "extendedLocation",
                    "scale");

    private final Map<AzureVersion, BodyTypes> types = new ConcurrentHashMap<>();

    static ObjectNode parse(String text) {
        try {
            if (Json.parse(text) instanceof ObjectNode body) {
                return body;
            }
        } catch (JsonProcessingException e) {
            throw invalid("the text is no JSON: " + e.getOriginalMessage());
        }
        throw invalid("the request content must be a JSON object");
    }

    /**
     * Refuses an invalid body.
     *
     * @param kinds the catalog's rows of the type
     * @param existing state of the resource before the write. Properties in it that the catalog
     *     lacks are read-only; the body may contain them
     * @param partial whether the body is of a PATCH, which may omit required properties
     */
    void check(
            List<AzureKind> kinds,
            AzureVersion version,
            JsonNode body,
            JsonNode existing,
            boolean partial) {
        var expected = types.computeIfAbsent(version, v -> BodyTypes.of(kinds, v));
        var known = Variants.chosen(version.body(), body);
        body.fieldNames()
                .forEachRemaining(
                        name -> {
                            if (!ENVELOPE.contains(name)
                                    && known.stream()
                                            .noneMatch(f -> f.arm().equals(name))) {
                                throw invalid(
                                        "Could not find member '%s' on object of type 'ResourceDefinition'. Path '%s'."
                                                .formatted(name, name));
                            }
                        });
        for (var field : version.body()) {
            if (!partial && field.arm().equals("location") && field.required()) {
                if (body.path("location").asText("").isBlank()) {
                    throw ArmError.gateway(
                            400,
                            "LocationRequired",
                            "The location property is required for this definition.");
                }
            }
        }
        new Check(expected, partial).fields(version.body(), body, existing, "");
    }

    /** The check of one body. */
    private final class Check {
        private final BodyTypes types;
        private final boolean partial;

        Check(BodyTypes types, boolean partial) {
            this.types = types;
            this.partial = partial;
        }

        void fields(List<BodyField> declared, JsonNode body, JsonNode existing, String path) {
            var known = Variants.chosen(declared, body);
            for (var field : known) {
                var value = body.path(field.arm());
                var at = path + field.arm();
                if (value.isMissingNode() || value.isNull()) {
                    if (field.required() && !partial && !at.equals("name")) {
                        throw invalid("Required property '" + at + "' not found in JSON.");
                    }
                    continue;
                }
                value(field, value, existing.path(field.arm()), at);
            }
            if (!path.isEmpty()) {
                unknown(known, body, existing, path);
            }
        }

        private void value(BodyField field, JsonNode value, JsonNode existing, String at) {
            switch (field.shape()) {
                case OBJECT -> {
                    expect(value.isObject(), at, "an object");
                    if (!field.fields().isEmpty()) {
                        fields(field.fields(), value, existing, at + ".");
                    }
                }
                case LIST -> {
                    expect(value.isArray(), at, "an array");
                    elements(field, value, at + "[]");
                }
                case MAP -> {
                    expect(value.isObject(), at, "an object");
                    elements(field, value, at + "{}");
                }
                case SCALAR -> {
                    single(at, value);
                    oneOf(field, value, at);
                }
            }
        }

        private void elements(BodyField field, JsonNode value, String at) {
            for (var element : value) {
                if (field.fields().isEmpty()) {
                    single(at, element);
                } else if (element.isObject()) {
                    // an element of a list is complete, also in a PATCH
                    new Check(types, false)
                            .fields(
                                    field.fields(),
                                    element,
                                    MissingNode.getInstance(),
                                    at + ".");
                }
            }
        }

        private void single(String at, JsonNode value) {
            var wrong = value.isNull() ? "" : types.expected(at, value).orElse("");
            expect(wrong.isEmpty(), at, wrong);
        }
    }

    private static void oneOf(BodyField field, JsonNode value, String at) {
        // the catalog declares an untyped value as a scalar, even if it holds an object or a list
        if (!field.values().isEmpty()) {
            expect(!value.isContainerNode(), at, "a single value");
            expect(
                    field.values().stream().anyMatch(v -> v.equalsIgnoreCase(value.asText())),
                    at,
                    "one of " + String.join(", ", field.values()));
        }
    }

    private static void unknown(
            List<BodyField> known, JsonNode body, JsonNode existing, String path) {
        body.fieldNames()
                .forEachRemaining(
                        name -> {
                            if (known.stream().noneMatch(f -> f.arm().equals(name))
                                    && !existing.has(name)) {
                                throw invalid(
                                        "Could not find member '%s' on object of type '%s'."
                                                .formatted(
                                                        path + name,
                                                        path.substring(0, path.length() - 1)));
                            }
                        });
    }

    private static void expect(boolean holds, String at, String what) {
        if (!holds) {
            throw invalid("Error converting value at '" + at + "': " + what + " was expected.");
        }
    }

    static ArmError invalid(String why) {
        return ArmError.gateway(
                400,
                "InvalidRequestContent",
                "The request content was invalid and could not be deserialized: '" + why + "'.");
    }
}
