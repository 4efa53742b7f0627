package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.BodyField;
import java.util.List;
import java.util.Set;

/** Which bodies a type accepts, from the catalog's tree of the api-version. */
final class BodyRules {
    /** Members that Resource Manager itself knows. */
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

    private final boolean strict;

    BodyRules(boolean strict) {
        this.strict = strict;
    }

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
     * Refuses a body of a PUT.
     *
     * @param existing state of the resource before; what is there but not in the catalog is
     *     read-only, and may be sent back
     */
    void check(AzureVersion version, JsonNode body, JsonNode existing, boolean partial) {
        body.fieldNames()
                .forEachRemaining(
                        name -> {
                            if (!ENVELOPE.contains(name)
                                    && version.body().stream()
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
        fields(version.body(), body, existing, "", partial);
    }

    private void fields(
            List<BodyField> known, JsonNode body, JsonNode existing, String path, boolean partial) {
        for (var field : known) {
            var value = body.path(field.arm());
            var at = path + field.arm();
            if (value.isMissingNode() || value.isNull()) {
                if (field.required() && !partial && !at.equals("name")) {
                    throw invalid("Required property '" + at + "' not found in JSON.");
                }
                continue;
            }
            value(field, value, existing.path(field.arm()), at, partial);
        }
        if (strict && !path.isEmpty()) {
            unknown(known, body, existing, path);
        }
    }

    private void value(
            BodyField field, JsonNode value, JsonNode existing, String at, boolean partial) {
        boolean union = field.from().stream().anyMatch(f -> f.source() == BodyField.Source.UNION);
        switch (field.shape()) {
            case OBJECT -> {
                expect(value.isObject(), at, "an object");
                if (!union && !field.fields().isEmpty()) {
                    fields(field.fields(), value, existing, at + ".", partial);
                }
            }
            case LIST -> {
                expect(value.isArray(), at, "an array");
                if (!union && !field.fields().isEmpty()) {
                    elements(field, value, at + "[].");
                }
            }
            case MAP -> {
                expect(value.isObject(), at, "an object");
                if (!field.fields().isEmpty()) {
                    elements(field, value, at + "{}.");
                }
            }
            case SCALAR -> scalar(field, value, at);
        }
    }

    private void elements(BodyField field, JsonNode value, String at) {
        for (var element : value) {
            if (element.isObject()) {
                fields(field.fields(), element, MissingNode.getInstance(), at, false);
            }
        }
    }

    private static void scalar(BodyField field, JsonNode value, String at) {
        // An untyped value is a scalar to the catalog, whatever it holds.
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
