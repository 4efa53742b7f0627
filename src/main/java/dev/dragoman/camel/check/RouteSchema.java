package dev.dragoman.camel.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.AnnotationKeyword;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Checks files against Camel's own JSON schema of its YAML. Loading the schema takes some hundred
 * milliseconds.
 */
final class RouteSchema {
    /** Draft 4 with the keyword "deprecated", which Camel uses and draft 4 lacks. */
    private static final Dialect DIALECT =
            Dialect.builder(Dialects.getDraft4())
                    .keyword(new AnnotationKeyword("deprecated"))
                    .build();

    private final Schema schema;

    RouteSchema() {
        try (var stream = RouteSchema.class.getResourceAsStream("/schema/camelYamlDsl.json")) {
            if (stream == null) {
                throw new IllegalStateException(
                        "camel-yaml-dsl has no file schema/camelYamlDsl.json");
            }
            schema = SchemaRegistry.withDefaultDialect(DIALECT).getSchema(stream, InputFormat.JSON);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The deepest error; empty when there is none. An error at a node above only says that a part
     * of that node is wrong.
     */
    Optional<Vocabulary.Finding> check(JsonNode routes) {
        var findings = new ArrayList<Vocabulary.Finding>();
        schema.validate(routes).forEach(error -> findings.add(finding(error, routes)));
        // the schema restricts the fields of an entry, but does not require the entry to be a
        // mapping
        for (int i = 0; routes.isArray() && i < routes.size(); i++) {
            if (!routes.get(i).isObject()) {
                findings.add(
                        new Vocabulary.Finding(
                                List.of(i),
                                "an entry of this file must be a mapping, such as route: with its fields"));
            }
        }
        return findings.stream().max(Comparator.comparingInt(f -> f.path().size()));
    }

    private static Vocabulary.Finding finding(Error error, JsonNode routes) {
        var path = new ArrayList<Object>();
        var location = error.getInstanceLocation();
        var value = routes;
        for (int i = 0; i < location.getNameCount(); i++) {
            var step = location.getElement(i);
            path.add(step);
            value = step instanceof Integer index ? value.path(index) : value.path("" + step);
        }
        if (error.getProperty() != null && "additionalProperties".equals(error.getKeyword())) {
            path.add(error.getProperty());
            return new Vocabulary.Finding(path, "unknown field '" + error.getProperty() + "'");
        }
        return new Vocabulary.Finding(path, sentence(error, value));
    }

    private static String sentence(Error error, JsonNode value) {
        var words = error.getMessage();
        boolean quotes = value.isNumber() || value.isBoolean();
        return switch (error.getKeyword()) {
            case "maxProperties" -> "two steps stand in one entry; begin each with '- '";
            case "enum" ->
                    words.replaceFirst(
                            "does not have a value in the enumeration", "must be one of");
            case "oneOf", "type" ->
                    quotes && !words.contains("object expected")
                            ? "%s must be a text; put it in quotes".formatted(value)
                            : words.contains("array expected")
                                    ? "a list must stand here; begin each entry with '- '"
                                    : words.contains("boolean expected")
                                            ? "write true or false here, without quotes"
                                            : "write fields here, such as uri or steps, or one expression, such as constant or simple";
            default -> words;
        };
    }
}
