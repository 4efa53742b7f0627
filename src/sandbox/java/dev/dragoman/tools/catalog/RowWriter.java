package dev.dragoman.tools.catalog;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.BodyField;
import dev.dragoman.azure.catalog.BodyField.From;
import dev.dragoman.azure.catalog.BodyField.Shape;
import dev.dragoman.azure.catalog.BodyField.WhenUnset;
import dev.dragoman.azure.catalog.DeletionRule;
import dev.dragoman.azure.catalog.ErrorRule;
import dev.dragoman.azure.catalog.Export;
import dev.dragoman.azure.catalog.FixedField;
import dev.dragoman.azure.catalog.KindRules;
import dev.dragoman.azure.catalog.MovedField;
import dev.dragoman.azure.catalog.RowFormat;
import dev.dragoman.azure.catalog.RulesFormat;
import dev.dragoman.azure.catalog.StateCheck;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes rows of the catalog, as {@link RowFormat} and {@link RulesFormat} read them. */
public final class RowWriter {
    private RowWriter() {}

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
        row.put("exports", kind.exports().stream().map(RowWriter::write).toList());
        row.putAll(write(kind.rules()));
        row.put("versions", kind.versions().stream().map(RowWriter::write).toList());
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
                            out.put("armType", kind.armType());
                            kind.owner().ifPresent(owner -> out.put("owner", write(owner)));
                            return (Map<String, Object>) out;
                        })
                .toList();
    }

    /** The rules as keys and values of a row, in a fixed order. */
    public static Map<String, Object> write(KindRules rules) {
        var out = new LinkedHashMap<String, Object>();
        if (!rules.errors().isEmpty()) {
            out.put(RulesFormat.ERRORS, rules.errors().stream().map(RowWriter::write).toList());
        }
        if (!rules.checks().isEmpty()) {
            out.put(RulesFormat.CHECKS, rules.checks().stream().map(RowWriter::write).toList());
        }
        if (!rules.deletion().equals(DeletionRule.NONE)) {
            out.put(RulesFormat.DELETION, write(rules.deletion()));
        }
        if (!rules.moved().isEmpty()) {
            out.put(RulesFormat.MOVED, rules.moved().stream().map(RowWriter::write).toList());
        }
        if (!rules.fixed().isEmpty()) {
            out.put(RulesFormat.FIXED, rules.fixed().stream().map(RowWriter::write).toList());
        }
        if (!rules.creation().isEmpty()) {
            out.put(RulesFormat.CREATION, rules.creation().stream().map(RowWriter::write).toList());
        }
        return out;
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
                            putIf(!action.time().isEmpty(), out, "time", action.time());
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
        out.put("body", version.body().stream().map(RowWriter::write).toList());
        return out;
    }

    private static Map<String, Object> write(BodyField field) {
        var out = new LinkedHashMap<String, Object>();
        out.put("arm", field.arm());
        if (!field.from().equals(RowFormat.usualSource(field.arm()))) {
            out.put("from", field.from().stream().map(RowWriter::write).toList());
        }
        putIf(field.shape() != Shape.SCALAR, out, "shape", field.shape().name());
        putIf(field.required(), out, "required", true);
        putIf(field.whenUnset() != WhenUnset.OMIT, out, "whenUnset", field.whenUnset().name());
        putIf(field.writeOnly(), out, "writeOnly", true);
        putIf(field.kept(), out, "kept", true);
        putIf(!field.key().isEmpty(), out, "key", field.key());
        putIf(!field.values().isEmpty(), out, "values", field.values());
        if (!field.fields().isEmpty()) {
            out.put("fields", field.fields().stream().map(RowWriter::write).toList());
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

    private static Map<String, Object> write(ErrorRule rule) {
        var out = new LinkedHashMap<String, Object>();
        rule.code().ifPresent(code -> out.put("code", code));
        if (!rule.texts().isEmpty()) {
            out.put("texts", rule.texts());
        }
        out.put("class", rule.as().name());
        return out;
    }

    private static Map<String, Object> write(StateCheck check) {
        var out = new LinkedHashMap<String, Object>();
        out.put("moment", check.moment().name());
        out.put("path", check.path());
        if (!check.allowed().isEmpty()) {
            out.put("allowed", check.allowed());
        }
        if (!check.refused().isEmpty()) {
            out.put("refused", check.refused());
        }
        if (check.required()) {
            out.put("required", true);
        }
        if (!check.apiVersion().isEmpty()) {
            out.put("apiVersion", check.apiVersion());
        }
        if (!check.advice().isEmpty()) {
            out.put("advice", check.advice());
        }
        return out;
    }

    private static Map<String, Object> write(DeletionRule rule) {
        var out = new LinkedHashMap<String, Object>();
        if (!rule.query().isEmpty()) {
            out.put(RulesFormat.QUERY, new TreeMap<>(rule.query()));
        }
        if (!rule.headers().isEmpty()) {
            out.put(RulesFormat.HEADERS, new TreeMap<>(rule.headers()));
        }
        rule.before()
                .ifPresent(
                        before -> {
                            var post = new LinkedHashMap<String, Object>();
                            post.put("post", before.path());
                            post.put("apiVersion", before.apiVersion());
                            post.put("unless", before.unless());
                            out.put(RulesFormat.BEFORE, post);
                        });
        return out;
    }

    private static Map<String, Object> write(MovedField rule) {
        var out = new LinkedHashMap<String, Object>();
        out.put("paths", rule.paths());
        rule.when().ifPresent(that -> out.put("when", Map.of(that.path(), that.values())));
        out.put("relation", rule.relation().name());
        if (!rule.low().isEmpty()) {
            out.put("low", rule.low());
        }
        if (!rule.high().isEmpty()) {
            out.put("high", rule.high());
        }
        out.put("source", rule.source());
        return out;
    }

    private static Map<String, Object> write(FixedField rule) {
        var out = new LinkedHashMap<String, Object>();
        out.put("path", rule.path());
        out.put("source", rule.source());
        return out;
    }
}
