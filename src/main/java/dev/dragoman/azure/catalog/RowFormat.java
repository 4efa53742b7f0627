package dev.dragoman.azure.catalog;

import dev.dragoman.azure.catalog.BodyField.From;
import dev.dragoman.azure.catalog.BodyField.Shape;
import dev.dragoman.azure.catalog.BodyField.Source;
import dev.dragoman.azure.catalog.BodyField.WhenUnset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes and reads rows of the catalog as JSON. Defaults are left out, so that the files show what
 * is special about a kind. By default a field has its value from the spec field of the same name,
 * is a scalar, and is omitted when unset.
 */
public final class RowFormat {
    private RowFormat() {}

    /** A row as JSON objects, in a fixed order of keys. */
    public static Map<String, Object> write(AzureKind kind) {
        var row = new LinkedHashMap<String, Object>();
        row.put("group", kind.group());
        row.put("kind", kind.kind());
        row.put("plural", kind.plural());
        row.put("armType", kind.armType());
        row.put("scope", kind.scope().name());
        kind.owner().ifPresent(owner -> row.put("owner", write(owner)));
        kind.fixedName().ifPresent(name -> row.put("fixedName", name));
        putIf(kind.naming() != AzureKind.Naming.OBJECT, row, "naming", kind.naming().name());
        row.put("verbs", kind.verbs().stream().map(Enum::name).sorted().toList());
        row.put("exports", kind.exports().stream().map(RowFormat::write).toList());
        row.putAll(RulesFormat.write(kind.rules()));
        row.put("versions", kind.versions().stream().map(RowFormat::write).toList());
        return row;
    }

    /** The index of these rows, in the order of group and kind. */
    public static List<Map<String, Object>> writeIndex(List<AzureKind> kinds) {
        return kinds.stream()
                .sorted(Comparator.comparing(AzureKind::group).thenComparing(AzureKind::kind))
                .map(
                        kind -> {
                            var out = new LinkedHashMap<String, Object>();
                            out.put("group", kind.group());
                            out.put("kind", kind.kind());
                            out.put("plural", kind.plural());
                            kind.owner().ifPresent(owner -> out.put("owner", write(owner)));
                            return (Map<String, Object>) out;
                        })
                .toList();
    }

    static List<KindName> readIndex(List<Map<String, Object>> index) {
        return index.stream()
                .map(
                        entry ->
                                new KindName(
                                        text(entry, "group"),
                                        text(entry, "kind"),
                                        text(entry, "plural"),
                                        owner(entry)))
                .toList();
    }

    private static Map<String, Object> write(AzureKind.Owner owner) {
        var out = new LinkedHashMap<String, Object>();
        out.put("group", owner.group());
        out.put("kind", owner.kind());
        return out;
    }

    private static Map<String, Object> write(Export export) {
        var out = new LinkedHashMap<String, Object>();
        out.put("target", export.target());
        out.put("key", export.key());
        export.statusPath().ifPresent(path -> out.put("statusPath", path));
        export.action()
                .ifPresent(
                        action -> {
                            var call = action.call();
                            putIf(!call.of().isEmpty(), out, "of", call.of());
                            putIf(!call.path().isEmpty(), out, "action", call.path());
                            out.put("apiVersion", call.apiVersion());
                            out.put("value", action.value());
                            putIf(action.base64(), out, "base64", true);
                        });
        return out;
    }

    private static Map<String, Object> write(AzureVersion version) {
        var out = new LinkedHashMap<String, Object>();
        out.put("names", version.names());
        out.put("apiVersion", version.apiVersion());
        putIf(version.preview(), out, "preview", true);
        putIf(!version.flattenedStatus().isEmpty(), out, "flattened", version.flattenedStatus());
        putIf(!version.rootFlattened(), out, "rootFlattened", false);
        version.fixedName().ifPresent(name -> out.put("fixedName", name));
        out.put("body", version.body().stream().map(RowFormat::write).toList());
        return out;
    }

    private static Map<String, Object> write(BodyField field) {
        var out = new LinkedHashMap<String, Object>();
        out.put("arm", field.arm());
        if (!field.from().equals(usualSource(field.arm()))) {
            out.put("from", field.from().stream().map(RowFormat::write).toList());
        }
        putIf(field.shape() != Shape.SCALAR, out, "shape", field.shape().name());
        putIf(field.required(), out, "required", true);
        putIf(field.whenUnset() != WhenUnset.OMIT, out, "whenUnset", field.whenUnset().name());
        putIf(field.writeOnly(), out, "writeOnly", true);
        putIf(field.kept(), out, "kept", true);
        putIf(!field.key().isEmpty(), out, "key", field.key());
        putIf(!field.values().isEmpty(), out, "values", field.values());
        if (!field.fields().isEmpty()) {
            out.put("fields", field.fields().stream().map(RowFormat::write).toList());
        }
        return out;
    }

    private static Map<String, Object> write(From from) {
        var out = new LinkedHashMap<String, Object>();
        out.put("source", from.source().name());
        putIf(!from.field().isEmpty(), out, "field", from.field());
        return out;
    }

    private static void putIf(boolean unusual, Map<String, Object> out, String key, Object value) {
        if (unusual) {
            out.put(key, value);
        }
    }

    private static List<From> usualSource(String arm) {
        return List.of(new From(arm, Source.VALUE));
    }

    /** Reads the row that {@link #write} has written. */
    public static AzureKind read(Map<String, Object> row) {
        var verbs = new TreeSet<AzureKind.Verb>();
        strings(row, "verbs").forEach(verb -> verbs.add(AzureKind.Verb.valueOf(verb)));
        return new AzureKind(
                text(row, "group"),
                text(row, "kind"),
                text(row, "plural"),
                text(row, "armType"),
                AzureKind.Scope.valueOf(text(row, "scope")),
                owner(row),
                Optional.ofNullable((String) row.get("fixedName")),
                AzureKind.Naming.valueOf((String) row.getOrDefault("naming", "OBJECT")),
                Set.copyOf(verbs),
                objects(row, "exports").stream().map(RowFormat::export).toList(),
                RulesFormat.read(row),
                objects(row, "versions").stream().map(RowFormat::version).toList());
    }

    private static Optional<AzureKind.Owner> owner(Map<String, Object> of) {
        return Optional.ofNullable((Map<?, ?>) of.get("owner"))
                .map(o -> new AzureKind.Owner((String) o.get("group"), (String) o.get("kind")));
    }

    private static Export export(Map<String, Object> from) {
        return new Export(
                text(from, "target"),
                text(from, "key"),
                Optional.ofNullable((String) from.get("statusPath")),
                from.containsKey("apiVersion") ? Optional.of(action(from)) : Optional.empty());
    }

    /**
     * Reads the request that gives the value of an export, and where the answer has the value. The
     * keys are {@code of}, {@code action}, {@code apiVersion}, {@code value} and {@code base64}.
     *
     * @throws IllegalArgumentException when a required key is missing
     */
    public static Export.Action action(Map<String, Object> from) {
        var of = (String) from.getOrDefault("of", "");
        return new Export.Action(
                new ExportCall(
                        of,
                        of.isEmpty()
                                ? text(from, "action")
                                : (String) from.getOrDefault("action", ""),
                        text(from, "apiVersion")),
                text(from, "value"),
                (boolean) from.getOrDefault("base64", false));
    }

    private static AzureVersion version(Map<String, Object> version) {
        return new AzureVersion(
                strings(version, "names"),
                text(version, "apiVersion"),
                (boolean) version.getOrDefault("preview", false),
                fields(version, "body"),
                strings(version, "flattened"),
                (boolean) version.getOrDefault("rootFlattened", true),
                Optional.ofNullable((String) version.get("fixedName")));
    }

    private static List<BodyField> fields(Map<String, Object> parent, String key) {
        return objects(parent, key).stream().map(RowFormat::field).toList();
    }

    private static BodyField field(Map<String, Object> field) {
        String arm = text(field, "arm");
        List<From> from = new ArrayList<>();
        for (Map<String, Object> source : objects(field, "from")) {
            from.add(
                    new From(
                            (String) source.getOrDefault("field", ""),
                            Source.valueOf(text(source, "source"))));
        }
        return new BodyField(
                arm,
                field.containsKey("from") ? List.copyOf(from) : usualSource(arm),
                Shape.valueOf((String) field.getOrDefault("shape", "SCALAR")),
                (boolean) field.getOrDefault("required", false),
                WhenUnset.valueOf((String) field.getOrDefault("whenUnset", "OMIT")),
                fields(field, "fields"),
                strings(field, "values"),
                (boolean) field.getOrDefault("writeOnly", false),
                (boolean) field.getOrDefault("kept", false),
                (String) field.getOrDefault("key", ""));
    }

    private static String text(Map<String, Object> from, String key) {
        Object value = from.get(key);
        if (value == null) {
            throw new IllegalArgumentException("a catalog row lacks " + key + ": " + from.keySet());
        }
        return (String) value;
    }

    private static List<String> strings(Map<String, Object> from, String key) {
        return ((List<?>) from.getOrDefault(key, List.of()))
                .stream().map(String.class::cast).toList();
    }

    @SuppressWarnings("unchecked") // JSON objects have text keys
    private static List<Map<String, Object>> objects(Map<String, Object> from, String key) {
        return (List<Map<String, Object>>) from.getOrDefault(key, List.of());
    }
}
