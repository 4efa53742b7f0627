package dev.dragoman.composition;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.path.PathType;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.settings.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Does with an object what the API server does before it stores it: sets the defaults of the
 * schema, and refuses what does not fit. Rules in CEL, formats and lists whose elements must differ
 * are left to the API server.
 *
 * @param kind for messages
 * @param problems gets the mistakes
 */
record ObjectCheck(String kind, List<String> problems) {
    /** As the API server has it, whatever a definition says. */
    private static final Map<String, Object> METADATA =
            Json.literal(
                    """
                    { "type": "object", "properties": {
                      "name": { "type": "string", "maxLength": 253, "pattern": "^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$" },
                      "namespace": { "type": "string" }, "generateName": {}, "selfLink": {}, "uid": {},
                      "resourceVersion": {}, "generation": {}, "creationTimestamp": {}, "deletionTimestamp": {},
                      "deletionGracePeriodSeconds": {}, "finalizers": {}, "ownerReferences": {}, "managedFields": {},
                      "labels": { "type": "object", "nullable": true, "additionalProperties": { "type": "string" } },
                      "annotations": { "type": "object", "nullable": true, "additionalProperties": { "type": "string" } } } }
                    """);

    /** OpenAPI 3.0, as in definitions; paths are written as in messages of the API server. */
    private static final SchemaRegistry SCHEMAS =
            SchemaRegistry.withDefaultDialect(
                    Dialects.getOpenApi30(),
                    all ->
                            all.schemaRegistryConfig(
                                    SchemaRegistryConfig.builder()
                                            .pathType(PathType.JSON_PATH)
                                            .formatAssertionsEnabled(false)
                                            .build()));

    /** The object with defaults. Its status is not compared: the API server takes none of users. */
    @SuppressWarnings("unchecked") // a map stays one
    Map<String, Object> admitted(Map<String, Object> object, Map<String, Object> schema) {
        var bare = new LinkedHashMap<>(object);
        var status = bare.remove("status");
        var fields = new LinkedHashMap<>(Fields.map(schema, "properties"));
        fields.putIfAbsent("apiVersion", Map.of());
        fields.putIfAbsent("kind", Map.of());
        fields.put("metadata", METADATA);
        var whole = Json.with(schema, "properties", fields);
        var all = (Map<String, Object>) completed(bare, whole, "");
        try {
            SCHEMAS.getSchema(Json.write(whole), InputFormat.JSON)
                    .validate(Json.write(all), InputFormat.JSON)
                    .forEach(each -> say(each.getInstanceLocation() + ": " + each.getMessage()));
        } catch (SchemaException | IllegalArgumentException broken) {
            say("the schema of its definition cannot be used: " + broken.getMessage());
        }
        return status == null ? all : Json.with(all, "status", status);
    }

    /** The value with defaults, as deep as the schema goes. */
    private Object completed(Object value, Map<String, Object> schema, String path) {
        if (value instanceof List<?> list) {
            var items = new ArrayList<>();
            for (var each : list) {
                var below = "%s[%d]".formatted(path, items.size());
                items.add(completed(each, Fields.map(schema, "items"), below));
            }
            return items;
        }
        if (!(value instanceof Map<?, ?> map)) {
            return value;
        }
        var all = new LinkedHashMap<String, Object>();
        map.forEach((key, each) -> all.put(String.valueOf(key), each));
        var fields = Fields.map(schema, "properties");
        for (var name : fields.keySet()) {
            var field = Fields.map(fields, name);
            boolean none = all.containsKey(name) && Boolean.TRUE.equals(field.get("nullable"));
            if (field.containsKey("default") && all.get(name) == null && !none) {
                all.put(name, field.get("default"));
            }
        }
        all.replaceAll(
                (name, each) -> {
                    var below = path + "." + name;
                    if (fields.containsKey(name)) {
                        return completed(each, Fields.map(fields, name), below);
                    }
                    if (isUnknown(schema, name)) {
                        var hint = Nearest.hint(Nearest.of(name, fields.keySet()));
                        say("%s: a %s has no such field%s".formatted(below, kind, hint));
                    }
                    return completed(each, Fields.map(schema, "additionalProperties"), below);
                });
        return all;
    }

    private static boolean isUnknown(Map<String, Object> schema, String name) {
        boolean embedded =
                Boolean.TRUE.equals(schema.get("x-kubernetes-embedded-resource"))
                        && Set.of("apiVersion", "kind", "metadata").contains(name);
        return "object".equals(schema.get("type"))
                && !embedded
                && !schema.containsKey("additionalProperties")
                && !Boolean.TRUE.equals(schema.get("x-kubernetes-preserve-unknown-fields"));
    }

    /** A mistake whose text begins with its path, {@code $} for the object. */
    private void say(String text) {
        var path = text.replaceFirst("^\\$?[.]", "").replaceFirst("^\\$", "the object");
        problems.add(path + "; correct the object, which the API server would refuse");
    }
}
