package dev.dragoman.azure;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.BodyField;
import dev.dragoman.azure.catalog.BodyField.Shape;
import dev.dragoman.azure.catalog.CatalogFiles;
import dev.dragoman.capability.point.FieldType;
import dev.dragoman.kube.object.Fields;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Finds which fields the body of a kind may have, and the type of each field. Thread-safe. */
final class BodyPaths {
    /** Maximum number of entries in the cache of field types. */
    private static final int MOST = 1000;

    private static final Map<String, FieldType> SCHEMAS = new ConcurrentHashMap<>();

    private BodyPaths() {}

    /**
     * Whether the body may have a field.
     *
     * @param path ARM names of the fields, the outermost first; a number is an index of a list
     */
    static boolean has(List<BodyField> fields, List<String> path) {
        return fields.stream()
                .filter(field -> field.arm().equals(path.getFirst()))
                .anyMatch(field -> below(field, path.subList(1, path.size())));
    }

    private static boolean below(BodyField field, List<String> path) {
        if (path.isEmpty()) {
            return true;
        }
        return switch (field.shape()) {
            case LIST ->
                    path.getFirst().matches("\\d+") && within(field, path.subList(1, path.size()));
            case MAP -> within(field, path.subList(1, path.size()));
            default -> within(field, path);
        };
    }

    /** An object whose fields the catalog does not list may have any field. */
    private static boolean within(BodyField field, List<String> path) {
        return path.isEmpty()
                || (field.fields().isEmpty() && field.shape() == Shape.OBJECT)
                || has(field.fields(), path);
    }

    /**
     * The type of a field, by the schema of the kind's spec; {@link FieldType#NONE} when the body
     * cannot have the field.
     *
     * @param path as for {@link #has}
     */
    static FieldType type(AzureKind kind, List<BodyField> fields, List<String> path) {
        if (BodyField.isOpen(fields)) {
            return FieldType.ANY;
        }
        if (!has(fields, path)) {
            return FieldType.NONE;
        }
        if (SCHEMAS.size() >= MOST) {
            // users choose the keys of maps, and a path may contain them, so the number of paths
            // has no limit
            SCHEMAS.clear();
        }
        return SCHEMAS.computeIfAbsent(kind.id() + " " + path, any -> read(kind, fields, path));
    }

    /**
     * Reads the schema and keeps only the type of the field: schemas are large, and few fields are
     * asked for.
     */
    private static FieldType read(AzureKind kind, List<BodyField> fields, List<String> path) {
        return type(CatalogFiles.specSchema(kind), fields, path);
    }

    private static FieldType type(
            Map<String, Object> schema, List<BodyField> fields, List<String> path) {
        var found = fields.stream().filter(each -> each.arm().equals(path.getFirst())).findFirst();
        if (found.isEmpty()) {
            return FieldType.ANY;
        }
        var field = found.get();
        var rest = path.subList(1, path.size());
        var from = field.from().isEmpty() ? null : field.from().getFirst();
        if (from == null
                || (from.source() != BodyField.Source.VALUE
                        && from.source() != BodyField.Source.FLATTENED)) {
            // where the spec has a reference, the body has an id or a value
            return rest.isEmpty() && field.shape() == Shape.SCALAR ? FieldType.TEXT : FieldType.ANY;
        }
        if (from.source() == BodyField.Source.FLATTENED) {
            return rest.isEmpty() ? FieldType.OBJECT : type(schema, field.fields(), rest);
        }
        return within(Fields.map(schema, "properties", from.field()), field, rest);
    }

    private static FieldType within(
            Map<String, Object> schema, BodyField field, List<String> path) {
        if (path.isEmpty()) {
            return FieldType.ofSchema(schema.get("type"));
        }
        return switch (field.shape()) {
            case LIST -> element(Fields.map(schema, "items"), field, path);
            case MAP -> element(Fields.map(schema, "additionalProperties"), field, path);
            default ->
                    field.fields().isEmpty() ? FieldType.ANY : type(schema, field.fields(), path);
        };
    }

    private static FieldType element(
            Map<String, Object> schema, BodyField field, List<String> path) {
        var rest = path.subList(1, path.size());
        if (rest.isEmpty()) {
            return FieldType.ofSchema(schema.get("type"));
        }
        return field.fields().isEmpty() ? FieldType.ANY : type(schema, field.fields(), rest);
    }
}
