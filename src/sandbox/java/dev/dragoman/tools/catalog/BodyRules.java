package dev.dragoman.tools.catalog;

import dev.dragoman.azure.catalog.BodyField.From;
import dev.dragoman.azure.catalog.BodyField.Shape;
import dev.dragoman.azure.catalog.BodyField.Source;
import dev.dragoman.azure.catalog.BodyField.WhenUnset;
import dev.dragoman.azure.catalog.BodyField;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds for each field of an ARM payload, in one version of a kind, the field of the spec that its
 * value comes from.
 */
final class BodyRules {
    private static final Pattern CONFIG = Pattern.compile("genruntime\\.ConfigMapReference");
    private static final Pattern SECRET = Pattern.compile("genruntime\\.SecretReference");
    private static final Pattern SECRET_MAP = Pattern.compile("genruntime\\.SecretMapReference");
    private static final List<String> ID_SUFFIXES = List.of("Ids", "IDs", "Id", "ID", "");

    private final String kind;
    private final GroupConfig config;
    private final Set<GroupConfig.EmptyCollection> sentEmpty;

    public BodyRules(String kind, String apiVersion, GroupConfig config) {
        this.kind = kind;
        this.config = config;
        sentEmpty = config.sentEmpty(apiVersion);
    }

    /**
     * The fields of the payload.
     *
     * @param spec the fields that users write
     * @param arm the fields of the payload
     * @param status the fields of Azure's answer; null when unknown
     */
    List<BodyField> root(TypeNode spec, TypeNode arm, TypeNode status) {
        return object(spec, arm, status, new Place("", true, Set.of()));
    }

    /**
     * A position in the payload.
     *
     * @param path with a dot before each name
     * @param outer ARM names in the enclosing object, when its {@code properties} are flattened
     */
    private record Place(String path, boolean root, Set<String> outer) {
        Place below(String name) {
            return new Place(path + "." + name, false, Set.of());
        }
    }

    private List<BodyField> object(TypeNode spec, TypeNode arm, TypeNode status, Place at) {
        List<BodyField> out = new ArrayList<>();
        boolean union = arm.isUnion(at.root());
        if (at.root() && (union || arm.kids.containsKey("Name"))) {
            var name = List.of(new From("", Source.NAME));
            out.add(new BodyField("name", name, Shape.SCALAR, true, WhenUnset.OMIT, List.of()));
        }
        for (TypeNode field : arm.kids.values()) {
            if (at.root() && field.name.equals("Name")) {
                continue;
            }
            TypeNode shown = status == null ? null : status.kid(field.name);
            BodyField rule =
                    union ? variant(spec, field, shown, at) : field(spec, arm, field, shown, at);
            if (rule != null) {
                out.add(rule);
            }
        }
        for (String name : config.keptBelow(kind, at.path())) {
            if (out.stream().noneMatch(field -> field.arm().equals(name))) {
                // the payload's type lacks these fields, because their elements are separate
                // resources
                out.add(childrenOnly(name));
            }
        }
        return List.copyOf(out);
    }

    private static BodyField childrenOnly(String name) {
        return new BodyField(
                name,
                List.of(),
                Shape.LIST,
                false,
                WhenUnset.OMIT,
                List.of(),
                List.of(),
                false,
                true,
                "");
    }

    private BodyField variant(TypeNode spec, TypeNode field, TypeNode shown, Place at) {
        for (TypeNode source : sources(spec, field, "")) {
            var fields =
                    object(source, field, shown, at).stream()
                            .filter(kid -> !kid.arm().equals("name") || !at.root())
                            .toList();
            var from = List.of(new From(source.json, Source.UNION));
            return new BodyField(
                    source.json, from, Shape.OBJECT, false, WhenUnset.OMIT, fields);
        }
        return null;
    }

    private BodyField field(
            TypeNode spec, TypeNode arm, TypeNode field, TypeNode shown, Place at) {
        String json = jsonName(field, spec);
        Place inner = at.below(json);
        boolean ownProperties = spec.kids.containsKey("Properties");
        if (field.name.equals("Properties")
                && (!ownProperties || field.kids.containsKey("Properties"))) {
            var flat =
                    object(
                            spec,
                            field,
                            shown,
                            new Place(inner.path(), false, Set.copyOf(arm.kids.keySet())));
            var from = List.of(new From("", Source.FLATTENED));
            boolean required = flat.stream().anyMatch(BodyField::required);
            return flat.isEmpty()
                    ? null
                    : new BodyField(json, from, Shape.OBJECT, required, WhenUnset.OMIT, flat);
        }
        boolean prefixed =
                at.outer().contains(field.name) && spec.kids.containsKey("Properties" + field.name);
        var sources = sources(spec, field, prefixed ? "Properties" : "");
        WhenUnset whenUnset = whenUnset(spec, field, at);
        boolean kept = config.kept(kind, inner.path());
        if (sources.isEmpty() && whenUnset == WhenUnset.OMIT) {
            return kept ? shapeOnly(field, json, true) : null;
        }
        Optional<Source> strategy = config.source(kind, inner.path());
        List<From> from =
                sources.stream()
                        .map(
                                source ->
                                        new From(
                                                source.json,
                                                strategy.orElseGet(() -> sourceOf(source, field))))
                        .toList();
        List<BodyField> fields = List.of();
        for (TypeNode source : sources) {
            if (fields.isEmpty() && !field.kids.isEmpty() && sourceOf(source, field) == Source.VALUE) {
                fields = object(source, field, shown, inner(inner, field, source));
            }
        }
        return new BodyField(
                json,
                from,
                shape(field),
                sources.size() == 1 && sources.getFirst().required,
                whenUnset,
                fields,
                List.copyOf(field.values),
                hidden(shown, inner),
                kept,
                config.key(kind, inner.path()));
    }

    private boolean hidden(TypeNode shown, Place at) {
        return shown == null || config.hidden(kind, at.path());
    }

    private static BodyField shapeOnly(TypeNode field, String json, boolean kept) {
        var fields =
                field.kids.values().stream()
                        .map(kid -> shapeOnly(kid, lowerFirst(kid.name), false))
                        .toList();
        return new BodyField(
                json,
                List.of(),
                shape(field),
                false,
                WhenUnset.OMIT,
                fields,
                List.of(),
                false,
                kept,
                "");
    }

    private static String lowerFirst(String name) {
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    private static Place inner(Place inner, TypeNode field, TypeNode source) {
        boolean list = field.isList() || source.isList();
        return list ? new Place(inner.path() + "[]", false, Set.of()) : inner;
    }

    private static String jsonName(TypeNode field, TypeNode spec) {
        TypeNode same = spec.kids.get(field.name);
        return same != null && same.json != null
                ? same.json
                : lowerFirst(field.name);
    }

    /**
     * The spec fields from which an ARM field can get its value. The first of these fields that is
     * set is used.
     */
    private List<TypeNode> sources(TypeNode spec, TypeNode field, String prefix) {
        String name = config.renamed(field.name);
        List<String> names = new ArrayList<>(List.of(prefix + name));
        if (!field.isObject()) {
            for (String suffix : ID_SUFFIXES) {
                if (name.endsWith(suffix)) {
                    String stem = name.substring(0, name.length() - suffix.length());
                    names.add(stem + "Reference");
                    names.add(stem + "References");
                }
            }
        }
        names.add(name + "FromConfig");
        names.add(name + "FromSecret");
        Set<TypeNode> found = new LinkedHashSet<>();
        for (String candidate : names) {
            TypeNode node = spec.kid(candidate);
            if (node != null && node.json != null) {
                found.add(node);
            }
        }
        return List.copyOf(found);
    }

    private static Source sourceOf(TypeNode source, TypeNode arm) {
        if (source.type.contains("ResourceReference")) {
            return Source.REFERENCE;
        }
        if (SECRET_MAP.matcher(source.type).find()) {
            return Source.SECRET_MAP;
        }
        if (SECRET.matcher(source.type).find()) {
            return Source.SECRET;
        }
        if (CONFIG.matcher(source.type).find()) {
            return Source.CONFIG;
        }
        return arm.isMap() && source.isList() && !source.isMap()
                ? Source.REFERENCE_MAP
                : Source.VALUE;
    }

    private WhenUnset whenUnset(TypeNode spec, TypeNode field, Place at) {
        if (!config.sendsUnsetCollections() || !(field.isList() || field.isMap())) {
            return WhenUnset.OMIT;
        }
        TypeNode partner = spec.kids.get(field.name);
        if (field.isMap() && partner != null && partner.isList()) {
            return WhenUnset.OMIT;
        }
        boolean empty =
                sentEmpty.contains(new GroupConfig.EmptyCollection(kind, at.path(), field.name));
        return empty ? WhenUnset.EMPTY : WhenUnset.NULL;
    }

    private static Shape shape(TypeNode field) {
        if (field.isMap()) {
            return Shape.MAP;
        }
        if (field.isList()) {
            return Shape.LIST;
        }
        return field.isObject() ? Shape.OBJECT : Shape.SCALAR;
    }
}
