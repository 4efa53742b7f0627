package dev.dragoman.tools.catalog;

import dev.dragoman.azure.catalog.KindRules;
import dev.dragoman.azure.catalog.RulesFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads the archives for the generator: rows of kinds, type trees, CRD schemas, configuration. */
final class Source {
    /** A line of {@code kinds.tsv}. */
    record KindRow(
            String group,
            String version,
            String kind,
            String plural,
            String armType,
            String apiVersion,
            String scope,
            String verbs,
            String ownerGroup,
            String ownerKind,
            String fixedName) {}

    private static final int COLUMNS = 12;

    private final Archives archives;
    private final Map<String, Object> overrides;
    private final Map<String, Path> crdFiles = new TreeMap<>();
    private final Map<String, GroupConfig> configs = new HashMap<>();

    Source(Archives archives, Map<String, Object> overrides) {
        this.archives = archives;
        this.overrides = overrides;
        for (Path file : archives.files("crds")) {
            String name = file.getFileName().toString();
            crdFiles.put(name.substring(name.lastIndexOf('_') + 1, name.length() - ".yaml".length()), file);
        }
    }

    /** The rows of all kinds, by {@code group/Kind}. */
    Map<String, List<KindRow>> kinds() {
        Map<String, List<KindRow>> out = new LinkedHashMap<>();
        String text = archives.text("api-structure/kinds.tsv").orElseThrow();
        for (String line : text.lines().skip(1).toList()) {
            String[] at = line.split("\t", -1);
            if (at.length < COLUMNS) {
                continue;
            }
            var row =
                    new KindRow(
                            at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8], at[9],
                            at[10]);
            out.computeIfAbsent(at[0] + "/" + at[2], id -> new ArrayList<>()).add(row);
        }
        return out;
    }

    /** The OpenAPI schemas of a kind, by name of the version. */
    Map<String, Map<String, Object>> schemas(KindRow row) {
        Path file = crdFiles.get(row.plural() + "." + row.group() + ".azure.com");
        var crd = Yaml.object(archives.text(archives.folder().relativize(file).toString()).orElseThrow());
        Map<String, Map<String, Object>> out = new LinkedHashMap<>();
        for (Object version : (List<?>) Schemas.object(crd.get("spec")).get("versions")) {
            var schema = Schemas.object(Schemas.object(version).get("schema"));
            out.put(
                    (String) Schemas.object(version).get("name"),
                    Schemas.object(schema.get("openAPIV3Schema")));
        }
        return out;
    }

    /** The types of the API version in which users write objects, by name, each as a tree. */
    Map<String, TypeNode> userTree(KindRow row) {
        return tree(row.group() + "/" + row.version());
    }

    /** The type trees of the ARM payload, by name. */
    Map<String, TypeNode> armTree(KindRow row) {
        return tree(row.group() + "/" + row.version() + "/arm");
    }

    private Map<String, TypeNode> tree(String folder) {
        return archives
                .text("api-structure/" + folder + "/structure.txt")
                .map(TypeNode::parse)
                .orElse(Map.of());
    }

    GroupConfig config(String group) {
        return configs.computeIfAbsent(
                group,
                g ->
                        GroupConfig.of(
                                g,
                                archives.text("azure-arm/" + g + ".yaml")
                                        .map(Yaml::object)
                                        .orElse(Map.of()),
                                overrides));
    }

    Map<String, Object> exportOverrides(String id) {
        return Schemas.object(Schemas.object(overrides.get("exports")).get(id));
    }

    /** The special rules for a kind in overrides.yaml. */
    KindRules rules(String id) {
        Map<String, Object> ofKind = new HashMap<>();
        for (String key : RulesFormat.KEYS) {
            var rules = Schemas.object(overrides.get(key)).get(id);
            if (rules != null) {
                ofKind.put(key, rules);
            }
        }
        return RulesFormat.read(ofKind);
    }

    /** The kinds that have special rules in overrides.yaml, as {@code group/Kind}. */
    Set<String> kindsWithRules() {
        Set<String> out = new TreeSet<>();
        RulesFormat.KEYS.forEach(key -> out.addAll(Schemas.object(overrides.get(key)).keySet()));
        return out;
    }
}
