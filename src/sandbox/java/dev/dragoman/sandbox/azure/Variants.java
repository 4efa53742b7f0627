package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.azure.catalog.BodyField;
import java.util.ArrayList;
import java.util.List;

/** Unions in bodies. The fields of the chosen variant are fields of the object itself. */
final class Variants {
    private Variants() {}

    /**
     * The fields that a body may have: those outside of variants, and those of the first variant
     * whose fixed values the body has. When no variant fits, no fields of variants are returned.
     */
    static List<BodyField> chosen(List<BodyField> declared, JsonNode body) {
        if (declared.stream().noneMatch(Variants::variant)) {
            return declared;
        }
        List<BodyField> out =
                new ArrayList<>(declared.stream().filter(field -> !variant(field)).toList());
        declared.stream()
                .filter(Variants::variant)
                .filter(field -> fits(field.fields(), body))
                .findFirst()
                .ifPresent(field -> out.addAll(field.fields()));
        return out;
    }

    private static boolean variant(BodyField field) {
        return field.from().stream().anyMatch(from -> from.source() == BodyField.Source.UNION);
    }

    private static boolean fits(List<BodyField> fields, JsonNode body) {
        return fields.stream()
                .filter(field -> field.values().size() == 1)
                .allMatch(
                        field ->
                                field.values()
                                        .getFirst()
                                        .equalsIgnoreCase(body.path(field.arm()).asText()));
    }
}
