package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.BodyField;
import dev.dragoman.azure.catalog.BodyField.Shape;
import dev.dragoman.azure.catalog.BodyField.Source;
import dev.dragoman.kube.object.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks a spec against the version that the user applied. The CRD's schema cannot do that, because
 * all versions share it. Each problem names the field and what to do.
 */
public final class SpecCheck {
    private static final String SPEC = "spec";

    private final AzureVersion checked;
    private final String version;
    private final Map<String, Object> spec;
    private final OtherVersions others;
    private final List<String> problems = new ArrayList<>();
    private final Set<String> wrongValues = new HashSet<>();

    private SpecCheck(AzureVersion checked, Map<String, Object> spec, OtherVersions others) {
        this.checked = checked;
        this.version = checked.names().getFirst();
        this.spec = spec;
        this.others = others;
    }

    /**
     * Finds the versions of the kind that accept a field or value that the checked version refuses.
     * These versions are examined only if there is a problem.
     */
    private static final class OtherVersions {
        private final List<AzureVersion> versions;
        private final Map<String, Object> spec;
        private List<Tried> tried = List.of();

        /**
         * The check of the spec against another version: paths of fields that the version does not
         * have, and of values that it does not allow.
         */
        private record Tried(String name, Set<String> unsupported, Set<String> wrongValues) {
            boolean has(String path) {
                for (int end = path.length(); end > 0; end--) {
                    boolean whole =
                            end == path.length()
                                    || path.charAt(end) == '.'
                                    || path.charAt(end) == '[';
                    if (whole && unsupported.contains(path.substring(0, end))) {
                        return false;
                    }
                }
                return true;
            }
        }

        OtherVersions(List<AzureVersion> versions, Map<String, Object> spec) {
            this.versions = versions;
            this.spec = spec;
        }

        /** Names of the versions that have the field. */
        List<String> having(String path) {
            return tried().stream().filter(each -> each.has(path)).map(Tried::name).toList();
        }

        /** Names of the versions that have the field and allow its value. */
        List<String> allowing(String path) {
            return tried().stream()
                    .filter(each -> each.has(path) && !each.wrongValues().contains(path))
                    .map(Tried::name)
                    .toList();
        }

        private List<Tried> tried() {
            if (tried.isEmpty()) {
                tried = versions.stream().map(this::look).toList();
            }
            return tried;
        }

        private Tried look(AzureVersion version) {
            var check = new SpecCheck(version, spec, new OtherVersions(List.of(), spec));
            check.object(version.body(), spec, SPEC);
            return new Tried(
                    check.version,
                    SpecFields.unsupported(version, spec).stream()
                            .map(field -> SPEC + "." + field)
                            .collect(Collectors.toSet()),
                    check.wrongValues);
        }
    }

    /**
     * The problems of a spec.
     *
     * @param obstacles problems for which Azure would refuse the body
     * @param ignored fields that the version does not have; they are not sent
     */
    public record Result(List<String> obstacles, List<String> ignored) {
        /** All problems. */
        public List<String> all() {
            List<String> out = new ArrayList<>(obstacles);
            out.addAll(ignored);
            return List.copyOf(out);
        }
    }

    /** Checks a spec against one version. A kind that is not in ARM is not checked. */
    public static Result of(AzureKind kind, AzureVersion version, Map<String, Object> spec) {
        if (!kind.inArm()) {
            return new Result(List.of(), List.of());
        }
        var check = new SpecCheck(version, spec, new OtherVersions(kind.versions(), spec));
        check.owner(kind);
        check.object(version.body(), spec, SPEC);
        return new Result(List.copyOf(check.problems), check.ignored());
    }

    /**
     * Whether a version has a field of the spec.
     *
     * @param path names of fields, the outermost first; the key of a map may be any text
     */
    public static boolean has(AzureVersion version, List<String> path) {
        Object probe = "";
        for (String name : path.reversed()) {
            probe = Map.of(name, probe);
        }
        return SpecFields.unsupported(version, Values.object(probe)).isEmpty();
    }

    private List<String> ignored() {
        if (checked.isOpen()) {
            var body = Values.object(spec.get("body"));
            return Json.texts(spec.get("ignore")).stream()
                    .filter(path -> BodySlot.of("." + path, List.of(), body, Map.of()).isEmpty())
                    .map(
                            "spec.ignore: %s does nothing, because spec.body has no such field"
                                    ::formatted)
                    .toList();
        }
        return SpecFields.unsupported(checked, spec).stream()
                .map(field -> SPEC + "." + field)
                .map(this::unsupported)
                .toList();
    }

    private String unsupported(String path) {
        var having = others.having(path);
        return having.isEmpty()
                ? "%s is not sent: neither version %s nor any other version has this field; remove it"
                        .formatted(path, version)
                : "%s is not sent: version %s does not have this field; remove it, or apply a version that has it (%s)"
                        .formatted(path, version, String.join(", ", having));
    }

    private void owner(AzureKind kind) {
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
                            "%s.%s is missing: version %s requires this field; set it"
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
            wrongValues.add(path);
            problems.add(
                    "%s is \"%s\", but version %s allows only %s; choose one of them%s"
                            .formatted(
                                    path,
                                    text,
                                    version,
                                    String.join(", ", field.values()),
                                    otherwise(others.allowing(path))));
        }
    }

    private static String otherwise(List<String> allowing) {
        return allowing.isEmpty()
                ? ""
                : ", or apply a version that allows this value (%s)"
                        .formatted(String.join(", ", allowing));
    }
}
