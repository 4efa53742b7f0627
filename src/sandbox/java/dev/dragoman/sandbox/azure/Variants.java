package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.azure.catalog.BodyField;
import java.util.ArrayList;
import java.util.List;

/** One-ofs in bodies: the variant has no wrapper, its fields are those of the object itself. */
final class Variants {
    private Variants() {}

    /**
     * The fields that a body may have: those that are no variants, and those of the variant whose
     * fixed values the body has. Where it has those of none, no variant's fields are known.
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
