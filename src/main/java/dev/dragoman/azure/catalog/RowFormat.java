package dev.dragoman.azure.catalog;

import dev.dragoman.azure.catalog.BodyField.From;
import dev.dragoman.azure.catalog.BodyField.Shape;
import dev.dragoman.azure.catalog.BodyField.Source;
import dev.dragoman.azure.catalog.BodyField.WhenUnset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads rows of the catalog as JSON. Defaults are left out, so that the files show what is special
 * about a kind. By default a field has its value from the spec field of the same name, is a scalar,
 * and is omitted when unset.
 */
public final class RowFormat {
    private RowFormat() {}

    /** Reads the index of the rows. */
    public static List<KindName> readIndex(List<Map<String, Object>> index) {
        return index.stream()
                .map(
                        entry ->
                                new KindName(
                                        text(entry, "group"),
                                        text(entry, "kind"),
                                        text(entry, "plural"),
                                        text(entry, "armType"),
                                        owner(entry)))
                .toList();
    }

    /** Where a field has its value from, unless its row says so. */
    public static List<From> usualSource(String arm) {
        return List.of(new From(arm, Source.VALUE));
    }

    /** Reads a row. */
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
     * keys are {@code of}, {@code action}, {@code apiVersion}, {@code value}, {@code base64} and
     * {@code time}.
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
                (boolean) from.getOrDefault("base64", false),
                (String) from.getOrDefault("time", ""));
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

    static List<String> strings(Map<String, Object> from, String key) {
        return ((List<?>) from.getOrDefault(key, List.of()))
                .stream().map(String.class::cast).toList();
    }

    @SuppressWarnings("unchecked") // JSON objects have text keys
    static List<Map<String, Object>> objects(Map<String, Object> from, String key) {
        return (List<Map<String, Object>>) from.getOrDefault(key, List.of());
    }
}
