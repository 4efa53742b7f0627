package dev.dragoman.sandbox.azure.vault;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.sandbox.azure.http.Json;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The fields of a version of a secret that a client can set, except its value.
 *
 * @param contentType null for none
 * @param tags null for none
 * @param notBefore seconds since 1970, null for none
 * @param expires seconds since 1970, null for none
 */
record SecretFields(
        String contentType,
        Map<String, String> tags,
        boolean enabled,
        Long notBefore,
        Long expires) {
    private static final int LONGEST_VALUE = 25 * 1024;
    private static final int LONGEST_TYPE = 255;
    private static final int MOST_TAGS = 15;
    private static final int LONGEST_TAG = 256;

    static final SecretFields DEFAULTS = new SecretFields(null, null, true, null, null);

    /** A request's body as JSON. */
    static JsonNode body(String text) {
        JsonNode body;
        try {
            body = text.isBlank() ? Json.object() : Json.parse(text);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw VaultError.badParameter("The request body could not be parsed as JSON.");
        }
        if (!body.isObject()) {
            throw VaultError.badParameter("The request body is no JSON object.");
        }
        return body;
    }

    /** The value that a body sets. */
    static String value(JsonNode body) {
        var value = body.path("value");
        if (!value.isTextual()
                || value.asText().getBytes(StandardCharsets.UTF_8).length > LONGEST_VALUE) {
            throw VaultError.invalidProperty();
        }
        return value.asText();
    }

    /**
     * These fields with the values in the body. A field that is absent or null in the body keeps
     * its value.
     */
    SecretFields with(JsonNode body) {
        var attributes = body.path("attributes");
        return new SecretFields(
                present(body, "contentType") ? type(body.path("contentType")) : contentType,
                present(body, "tags") ? tags(body.path("tags")) : tags,
                present(attributes, "enabled") ? flag(attributes.path("enabled")) : enabled,
                present(attributes, "nbf") ? seconds(attributes.path("nbf")) : notBefore,
                present(attributes, "exp") ? seconds(attributes.path("exp")) : expires);
    }

    private static boolean present(JsonNode object, String name) {
        return !object.path(name).isMissingNode() && !object.path(name).isNull();
    }

    private static String type(JsonNode node) {
        if (!node.isTextual() || node.asText().length() > LONGEST_TYPE) {
            throw VaultError.invalidProperty();
        }
        return node.asText();
    }

    private static boolean flag(JsonNode node) {
        if (!node.isBoolean()) {
            throw VaultError.invalidProperty();
        }
        return node.asBoolean();
    }

    private static Long seconds(JsonNode node) {
        if (!node.isIntegralNumber() || node.asLong() < 0) {
            throw VaultError.invalidProperty();
        }
        return node.asLong();
    }

    private static Map<String, String> tags(JsonNode node) {
        if (!node.isObject() || node.size() > MOST_TAGS) {
            throw VaultError.invalidProperty();
        }
        var all = new TreeMap<String, String>();
        for (var tag : node.properties()) {
            if (!tag.getValue().isTextual()
                    || tag.getKey().length() > LONGEST_TAG
                    || tag.getValue().asText().length() > LONGEST_TAG) {
                throw VaultError.invalidProperty();
            }
            all.put(tag.getKey(), tag.getValue().asText());
        }
        return Collections.unmodifiableMap(all);
    }
}
