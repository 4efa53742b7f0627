package dev.dragoman.azure;

import dev.dragoman.azure.catalog.BodyField;
import dev.dragoman.azure.catalog.BodyField.Shape;
import java.util.List;

/** Which fields the body of a type may have. Pure. */
final class BodyPaths {
    private BodyPaths() {}

    /**
     * Whether there may be a field.
     *
     * @param path names of ARM from the outermost; a number is an index of a list
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

    /** An object without fields that the catalog knows may hold anything. */
    private static boolean within(BodyField field, List<String> path) {
        return path.isEmpty()
                || (field.fields().isEmpty() && field.shape() == Shape.OBJECT)
                || has(field.fields(), path);
    }
}
