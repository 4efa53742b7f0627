package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.BodyField;
import dev.dragoman.azure.catalog.BodyField.Shape;
import dev.dragoman.azure.catalog.BodyField.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the version that the user applied forbids, but not the schema, which all versions share.
 * Each text names the field and what to do.
 */
public final class SpecCheck {
    private final String version;
    private final List<String> problems = new ArrayList<>();

    private SpecCheck(String version) {
        this.version = version;
    }

    /**
     * The problems of a spec. A field that the version does not have is not sent and no obstacle;
     * the others Azure would refuse.
     *
     * @param obstacles what Azure would refuse
     * @param ignored what is not sent
     */
    public record Result(List<String> obstacles, List<String> ignored) {
        /** All problems. */
        public List<String> all() {
            List<String> out = new ArrayList<>(obstacles);
            out.addAll(ignored);
            return List.copyOf(out);
        }
    }

    /** Checks a spec in one version. Of a kind that is not served nothing is known. */
    public static Result of(AzureKind kind, AzureVersion version, Map<String, Object> spec) {
        if (!kind.inArm()) {
            return new Result(List.of(), List.of());
        }
        var check = new SpecCheck(version.names().getFirst());
        check.owner(kind, spec);
        check.object(version.body(), spec, "spec");
        List<String> ignored =
                SpecFields.unsupported(version, spec).stream()
                        .map(field -> check.unsupported(kind, field))
                        .toList();
        return new Result(List.copyOf(check.problems), ignored);
    }

    private String unsupported(AzureKind kind, String field) {
        return "spec.%s is not sent: %s does not have it; remove it or apply a version that has it (%s)"
                .formatted(
                        field,
                        version,
                        String.join(
                                ", ",
                                kind.versions().stream().map(v -> v.names().getFirst()).toList()));
    }

    private void owner(AzureKind kind, Map<String, Object> spec) {
        boolean needed = kind.owner().isPresent() || kind.scope() == AzureKind.Scope.EXTENSION;
        if (needed && Owner.of(kind, spec).isEmpty()) {
            problems.add("spec.owner is missing: set owner.name or owner.armId");
        }
    }

    private void object(List<BodyField> fields, Map<String, Object> spec, String path) {
        for (BodyField field : fields) {
            var from = SpecFields.source(field, spec);
            if (from.isEmpty()) {
                if (field.required() && !field.from().isEmpty()) {
                    String name = field.from().getFirst().field();
                    problems.add(
                            "%s.%s is missing: %s requires it; set it"
                                    .formatted(path, name, version));
                }
            } else if (from.get().source() == Source.FLATTENED) {
                object(field.fields(), spec, path);
            } else {
                String name = from.get().field();
                boolean mapped =
                        from.get().source() == Source.VALUE || from.get().source() == Source.UNION;
                if (mapped) {
                    value(field, spec.get(name), path + "." + name, false);
                }
            }
        }
    }

    private void value(BodyField field, Object value, String path, boolean inMap) {
        if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                value(field, list.get(i), path + "[" + i + "]", inMap);
            }
        } else if (value instanceof Map<?, ?> map) {
            if (field.shape() == Shape.MAP && !inMap) {
                Values.object(map)
                        .forEach((key, entry) -> value(field, entry, path + "." + key, true));
            } else if (!field.fields().isEmpty()) {
                object(field.fields(), Values.object(map), path);
            }
        } else if (value instanceof String text
                && !field.values().isEmpty()
                && field.values().stream().noneMatch(text::equalsIgnoreCase)) {
            problems.add(
                    "%s is \"%s\", but %s allows only %s; choose one of them or apply another version"
                            .formatted(path, text, version, String.join(", ", field.values())));
        }
    }
}
