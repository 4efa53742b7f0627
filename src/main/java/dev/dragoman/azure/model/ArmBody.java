package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.BodyField;
import dev.dragoman.azure.catalog.BodyField.From;
import dev.dragoman.azure.catalog.BodyField.Shape;
import dev.dragoman.azure.catalog.BodyField.Source;
import dev.dragoman.kube.object.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Maps a spec to the body of its PUT. */
public final class ArmBody {
    private final List<Reference> missing = new ArrayList<>();
    private final Set<String> secretPaths = new LinkedHashSet<>();
    private final List<Object> secrets = new ArrayList<>();
    private final List<LookUp> lookUps = new ArrayList<>();
    private final ReferencedValues inputs;
    private final String azureName;

    private ArmBody(ReferencedValues inputs, String azureName) {
        this.inputs = inputs;
        this.azureName = azureName;
    }

    /**
     * A body. It is complete if {@code missing} is empty.
     *
     * @param unsupportedFields spec paths that the user set and this version does not have
     * @param secretPaths ARM paths whose values came from Secrets; they must never be printed, and
     *     are not compared with Azure
     * @param secrets these values
     * @param lookUps values that must be looked up in Azure before the body is sent
     * @param missing references that could not be resolved; their fields are not in the body
     */
    public record Result(
            Map<String, Object> body,
            List<String> unsupportedFields,
            Set<String> secretPaths,
            SecretValues secrets,
            List<LookUp> lookUps,
            List<Reference> missing) {}

    /**
     * Maps a spec to the body in one version.
     *
     * @param azureName ARM name of the resource
     */
    public static Result of(
            AzureVersion version,
            Map<String, Object> spec,
            String azureName,
            ReferencedValues inputs) {
        var mapping = new ArmBody(inputs, azureName);
        Map<String, Object> body = mapping.object(version.body(), spec, "", "");
        return new Result(
                body,
                SpecFields.unsupported(version, spec),
                Set.copyOf(mapping.secretPaths),
                new SecretValues(mapping.secrets),
                List.copyOf(mapping.lookUps),
                List.copyOf(mapping.missing));
    }

    private Map<String, Object> object(
            List<BodyField> fields, Map<String, Object> spec, String path, String arm) {
        Map<String, Object> out = new LinkedHashMap<>();
        for (BodyField field : fields) {
            String inner = Values.join(arm, field.arm());
            Optional<From> from = SpecFields.source(field, spec);
            if (from.isEmpty()) {
                unset(field, out);
                continue;
            }
            Source source = from.get().source();
            Object value = spec.get(from.get().field());
            String specPath = Values.join(path, from.get().field());
            switch (source) {
                case NAME -> out.put(field.arm(), azureName);
                case FLATTENED -> {
                    var flat = object(field.fields(), spec, path, inner);
                    if (flat.values().stream().anyMatch(Objects::nonNull)) {
                        out.put(field.arm(), flat);
                    }
                }
                case UNION ->
                        out.putAll(object(field.fields(), Values.object(value), specPath, arm));
                case VAULT_MODE -> {
                    out.put(field.arm(), value);
                    if (LookUp.depends(value)) {
                        lookUps.add(
                                new LookUp(
                                        inner,
                                        LookUp.Subject.DELETED_VAULT,
                                        String.valueOf(value)));
                    }
                }
                case BODY -> out.putAll(Json.copyMap(Values.object(value)));
                case REFERENCE_AT, SECRET_AT -> placed(source, specPath, Values.object(value), out);
                case VALUE -> out.put(field.arm(), value(field, value, specPath, inner, false));
                default ->
                        outside(source, value, specPath, inner)
                                .ifPresent(found -> out.put(field.arm(), found));
            }
        }
        return out;
    }

    /** Puts each value at the path that is its key. Nothing is sent where a path does not fit. */
    private void placed(
            Source source, String path, Map<String, Object> values, Map<String, Object> body) {
        var as = source == Source.SECRET_AT ? Source.SECRET : Source.REFERENCE;
        values.keySet().stream()
                .sorted(BodyPath.ORDER)
                .forEach(
                        at ->
                                outside(as, values.get(at), Values.join(path, at), at)
                                        .ifPresent(found -> BodyPath.put(body, at, found)));
    }

    /** All references of a spec to resources, Secrets and ConfigMaps. */
    public static List<Reference> references(AzureVersion version, Map<String, Object> spec) {
        return of(version, spec, "", ReferencedValues.NONE).missing();
    }

    /**
     * Paths of references and secrets of an {@code ArmResource} for which its body has no place.
     *
     * @param spec the spec, with {@code body}, {@code references} and {@code secrets}
     */
    public static List<String> misplaced(Map<String, Object> spec) {
        var body = Json.copyMap(Values.object(spec.get("body")));
        List<String> out = new ArrayList<>();
        for (var field : List.of("references", "secrets")) {
            Values.object(spec.get(field)).keySet().stream()
                    .sorted(BodyPath.ORDER)
                    .filter(
                            at ->
                                    !BodyPath.put(body, at, field + at)
                                            || (field.equals("secrets") && BodyPath.isKey(at)))
                    .forEach(at -> out.add(field + "." + at));
        }
        return List.copyOf(out);
    }

    private static void unset(BodyField field, Map<String, Object> out) {
        switch (field.whenUnset()) {
            case OMIT -> {}
            case NULL -> out.put(field.arm(), null);
            case EMPTY -> out.put(field.arm(), field.shape() == Shape.LIST ? List.of() : Map.of());
        }
    }

    /**
     * The value in the form of the body. {@code inMap} tells whether the value is an entry of a
     * map, not the map itself.
     */
    private Object value(BodyField field, Object value, String path, String arm, boolean inMap) {
        if (value instanceof List<?> list) {
            List<Object> out = new ArrayList<>();
            for (int i = 0; i < list.size(); i++) {
                String index = "[" + i + "]";
                out.add(value(field, list.get(i), path + index, arm + index, inMap));
            }
            return out;
        }
        if (!(value instanceof Map<?, ?>)) {
            return value;
        }
        Map<String, Object> object = Values.object(value);
        if (field.shape() == Shape.MAP && !inMap) {
            Map<String, Object> out = new LinkedHashMap<>();
            object.forEach(
                    (key, entry) ->
                            out.put(
                                    key,
                                    value(
                                            field,
                                            entry,
                                            Values.join(path, key),
                                            Values.join(arm, key),
                                            true)));
            return out;
        }
        return field.fields().isEmpty() ? value : object(field.fields(), object, path, arm);
    }

    /**
     * Resolves a reference to a resource, Secret or ConfigMap; empty while it cannot be resolved.
     */
    private Optional<Object> outside(Source source, Object value, String path, String arm) {
        if (source == Source.REFERENCE_MAP) {
            Map<String, Object> out = new LinkedHashMap<>();
            List<?> list = Values.list(value);
            for (int i = 0; i < list.size(); i++) {
                String at = path + "[" + i + "].reference";
                armId(at, Values.object(list.get(i)).get("reference"))
                        .ifPresent(id -> out.put(id, Map.of()));
            }
            return Optional.of(out);
        }
        if (value instanceof List<?> list) {
            List<Object> out = new ArrayList<>();
            for (int i = 0; i < list.size(); i++) {
                String index = "[" + i + "]";
                outside(source, list.get(i), path + index, arm + index).ifPresent(out::add);
            }
            return Optional.of(out);
        }
        if (source == Source.REFERENCE || source == Source.ROLE_REFERENCE) {
            if (source == Source.ROLE_REFERENCE) {
                role(arm, value);
            }
            return armId(path, value).map(Object.class::cast);
        }
        Reference reference = Reference.of(path, typeOf(source), value);
        Optional<?> found =
                switch (source) {
                    case SECRET -> inputs.secret(reference.name(), reference.key());
                    case SECRET_MAP -> inputs.secretMap(reference.name());
                    default -> inputs.config(reference.name(), reference.key());
                };
        if (source != Source.CONFIG) {
            secretPaths.add(arm);
            found.map(each -> each instanceof Map<?, ?> all ? all.values() : List.of(each))
                    .ifPresent(secrets::addAll);
        }
        return orMissing(found, reference);
    }

    private void role(String arm, Object value) {
        Reference reference = Reference.of("", Reference.Type.ARM, value);
        if (reference.givenArmId().isEmpty() && !reference.wellKnownName().isEmpty()) {
            var subject = LookUp.Subject.BUILT_IN_ROLE;
            lookUps.add(new LookUp(arm, subject, reference.wellKnownName()));
        }
    }

    private Optional<String> armId(String path, Object value) {
        Reference reference = Reference.of(path, Reference.Type.ARM, value);
        if (reference.givenArmId().isEmpty() && !reference.wellKnownName().isEmpty()) {
            return Optional.of(reference.wellKnownName());
        }
        return orMissing(reference.givenArmId().or(() -> inputs.armId(reference)), reference)
                .map(String.class::cast);
    }

    private static Reference.Type typeOf(Source source) {
        return switch (source) {
            case SECRET -> Reference.Type.SECRET;
            case SECRET_MAP -> Reference.Type.SECRET_MAP;
            case CONFIG -> Reference.Type.CONFIG;
            default -> Reference.Type.ARM;
        };
    }

    private Optional<Object> orMissing(Optional<?> found, Reference reference) {
        if (found.isEmpty()) {
            missing.add(reference);
        }
        return found.map(Object.class::cast);
    }
}
