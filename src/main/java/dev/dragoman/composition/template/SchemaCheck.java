package dev.dragoman.composition.template;

import dev.dragoman.expression.Reference;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.settings.Nearest;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares what is written with the schema of a kind's spec: fields that the kind does not have,
 * missing ones, and values of another type.
 *
 * @param kind for messages
 * @param file path of the template's or rule's file, for messages
 * @param problems gets the mistakes
 */
record SchemaCheck(String kind, String file, List<String> problems) {
    /** Compares a part of a template. */
    void part(Part part, Map<String, Object> schema, String path) {
        var types = types(part);
        if (schema.get("type") instanceof String type
                && !types.isEmpty()
                && !types.contains(type)) {
            say(part.line(), "%s of a %s must be of the type %s", path, kind, type);
        } else if (part instanceof Part.Items(var _, var items)) {
            items.forEach(each -> part(each, Fields.map(schema, "items"), path + "[]"));
        } else if (part instanceof Part.Entries fields) {
            fields(fields, schema, path);
        } else if (schema.get("enum") instanceof List<?> values
                && part instanceof Part.Literal(var _, var value)
                && value != null
                && !values.contains(value)) {
            say(part.line(), "%s of a %s must be one of %s", path, kind, values);
        }
    }

    private void fields(Part.Entries part, Map<String, Object> schema, String path) {
        var more = Fields.map(schema, "additionalProperties");
        var fields = Fields.map(schema, "properties");
        for (var each : part.entries().entrySet()) {
            var below = path + "." + each.getKey();
            if (isUnknown(schema, each.getKey())) {
                say(each.getValue().line(), unknown(below, each.getKey(), fields.keySet()));
            } else {
                boolean named = fields.containsKey(each.getKey());
                part(each.getValue(), named ? Fields.map(fields, each.getKey()) : more, below);
            }
        }
        if (schema.get("required") instanceof List<?> required) {
            for (var each : required) {
                if (!part.entries().containsKey(each)
                        && !Fields.map(fields, String.valueOf(each)).containsKey("default")) {
                    say(part.line(), "a %s must have %s.%s", kind, path, each);
                }
            }
        }
    }

    /** Looks whether the reconciled object has what is read of its spec. */
    void reads(int line, List<Reference> references, Map<String, Object> schema) {
        for (var each : references) {
            var path = each.fields();
            if (each.variable().equals(TemplateCheck.OBJECT) && path.indexOf("spec") == 0) {
                var below = schema;
                for (var field : path.subList(1, path.size())) {
                    if (isUnknown(below, field)) {
                        var known = Fields.map(below, "properties").keySet();
                        say(line, unknown(each.written(), field, known));
                        break;
                    }
                    below = Fields.map(below, "properties", field);
                }
            }
        }
    }

    private static boolean isUnknown(Map<String, Object> schema, String field) {
        var fields = Fields.map(schema, "properties");
        return !fields.isEmpty()
                && !fields.containsKey(field)
                && !schema.containsKey("additionalProperties")
                && !Boolean.TRUE.equals(schema.get("x-kubernetes-preserve-unknown-fields"));
    }

    private String unknown(String path, String field, Collection<String> known) {
        return "a %s has no field %s%s"
                .formatted(kind, path, Nearest.hint(Nearest.of(field, known)));
    }

    private void say(int line, String text, Object... values) {
        problems.add(TemplateText.problem(file, line, text, values));
    }

    /** The types of the schema that the value may have; empty when it may have any. */
    private static Set<String> types(Part part) {
        return switch (part) {
            case Part.Entries _ -> Set.of("object");
            case Part.Items _ -> Set.of("array");
            case Part.Literal(var _, String _) -> Set.of("string");
            case Part.Literal(var _, Boolean _) -> Set.of("boolean");
            case Part.Literal(var _, Double _) -> Set.of("number");
            case Part.Literal(var _, Number _) -> Set.of("integer", "number");
            case Part.Literal _ -> Set.of();
            case Part.Text(var _, var text) ->
                    switch (text.result()) {
                        case TEXT -> Set.of("string");
                        case BOOL -> Set.of("boolean");
                        case NUMBER -> Set.of("integer", "number");
                        case LIST -> Set.of("array");
                        case MAP, TEXTS -> Set.of("object");
                        case OPEN, OTHER -> Set.of();
                    };
        };
    }
}
