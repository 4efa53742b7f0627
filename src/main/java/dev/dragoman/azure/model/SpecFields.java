package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.BodyField;
import dev.dragoman.azure.catalog.BodyField.From;
import dev.dragoman.azure.catalog.BodyField.Shape;
import dev.dragoman.azure.catalog.BodyField.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the spec fields that a version does not have, and the spec field that feeds a body field.
 */
final class SpecFields {
    /** Fields that only the operator reads; they are not sent to Azure. */
    private static final Set<String> FOR_THE_OPERATOR =
            Set.of(
                    "azureName",
                    "azureNameFromConfig",
                    "owner",
                    "operatorSpec",
                    "originalVersion",
                    "$propertyBag");

    private SpecFields() {}

    /**
     * The source that feeds a body field: the first source that the spec sets. Empty if the spec
     * sets none.
     */
    static Optional<From> source(BodyField field, Map<String, Object> spec) {
        for (From from : field.from()) {
            boolean always = from.source() == Source.NAME || from.source() == Source.FLATTENED;
            if (always || spec.get(from.field()) != null) {
                return Optional.of(from);
            }
        }
        return Optional.empty();
    }

    /** Paths that the spec sets and the version does not have. */
    static List<String> unsupported(AzureVersion version, Map<String, Object> spec) {
        List<String> out = new ArrayList<>();
        if (version.isOpen()) {
            return out;
        }
        object(version.body(), spec, "", out);
        out.removeIf(FOR_THE_OPERATOR::contains);
        return List.copyOf(out);
    }

    private static void object(
            List<BodyField> fields, Map<String, Object> spec, String path, List<String> out) {
        spec.forEach(
                (name, value) -> {
                    if (value == null) {
                        return;
                    }
                    Optional<BodyField> fed = fed(fields, name);
                    if (fed.isEmpty()) {
                        out.add(Values.join(path, name));
                    } else {
                        below(fed.get(), value, Values.join(path, name), out, false);
                    }
                });
    }

    /** The body field that a spec field feeds, also inside of flattened objects. */
    private static Optional<BodyField> fed(List<BodyField> fields, String name) {
        for (BodyField field : fields) {
            for (From from : field.from()) {
                if (from.source() == Source.FLATTENED) {
                    Optional<BodyField> inner = fed(field.fields(), name);
                    if (inner.isPresent()) {
                        return inner;
                    }
                } else if (from.field().equals(name)) {
                    boolean mapped = from.source() == Source.VALUE || from.source() == Source.UNION;
                    return Optional.of(mapped ? field : leaf(field));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * The field without its inner fields. The field is a reference, and the inner fields of
     * references are the same in all versions.
     */
    private static BodyField leaf(BodyField field) {
        return new BodyField(
                field.arm(), field.from(), Shape.SCALAR, false, field.whenUnset(), List.of());
    }

    private static void below(
            BodyField field, Object value, String path, List<String> out, boolean inMap) {
        if (field.fields().isEmpty()) {
            return;
        }
        if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                below(field, list.get(i), path + "[" + i + "]", out, inMap);
            }
        } else if (field.shape() == Shape.MAP && !inMap) {
            Values.object(value)
                    .forEach(
                            (key, entry) -> below(field, entry, Values.join(path, key), out, true));
        } else {
            object(field.fields(), Values.object(value), path, out);
        }
    }
}
