package dev.dragoman.azure.catalog;

import static dev.dragoman.azure.catalog.AppliedVersionPolicy.ordered;
import static dev.dragoman.azure.catalog.CustomResources.object;

import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.watch.DefinitionAnnotations;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Makes the CustomResourceDefinition of a kind. All versions and spellings have the same schema, so
 * an object that is written in one version and read in another loses nothing.
 */
public final class CustomResources {
    /**
     * Maximum number of tags that Azure accepts; used if the catalog's schema has no limit of its
     * own.
     */
    static final int MOST_TAGS = 50;

    private CustomResources() {}

    /** The definition of one kind in all its versions. */
    public static Map<String, Object> definition(AzureKind kind, Map<String, String> labels) {
        return definition(kind, labels, any -> true);
    }

    /**
     * The definition of one kind. It always has the newest stable version, because objects are
     * stored in it, and owner references name it.
     *
     * @param wanted accepts the CRD names of the other versions to serve
     */
    public static Map<String, Object> definition(
            AzureKind kind, Map<String, String> labels, Predicate<String> wanted) {
        String listKind = kind.kind() + "List";
        int service = kind.group().indexOf(".azure.com");
        List<String> categories =
                service < 0
                        ? List.of("azure")
                        // the API server accepts no dot in a category
                        : List.of("azure", kind.group().substring(0, service).replace(".", ""));
        return ordered(
                "apiVersion",
                "apiextensions.k8s.io/v1",
                "kind",
                "CustomResourceDefinition",
                "metadata",
                ordered(
                        "name",
                        kind.plural() + "." + kind.group(),
                        "labels",
                        labels,
                        "annotations",
                        ordered(
                                DefinitionAnnotations.KIND, kind.kind(),
                                DefinitionAnnotations.STORED_VERSION,
                                        kind.newest().names().getFirst())),
                "spec",
                ordered(
                        "group", kind.group(),
                        "scope", "Namespaced",
                        "names",
                                ordered(
                                        "kind", kind.kind(),
                                        "listKind", listKind,
                                        "plural", kind.plural(),
                                        "singular", kind.kind().toLowerCase(java.util.Locale.ROOT),
                                        "categories", categories),
                        "conversion", Map.of("strategy", "None"),
                        "versions", versions(kind, wanted)));
    }

    private static List<Object> versions(AzureKind kind, Predicate<String> wanted) {
        Map<String, Object> schema =
                schema(CatalogFiles.specSchema(kind), ExclusiveFields.of(kind));
        String stored = kind.newest().names().getFirst();
        List<Object> out = new ArrayList<>();
        for (AzureVersion version : kind.versions()) {
            for (String name : version.names()) {
                if (!name.equals(stored) && !wanted.test(name)) {
                    continue;
                }
                out.add(
                        ordered(
                                "name", name,
                                "served", true,
                                "storage", name.equals(stored),
                                "additionalPrinterColumns", columns(kind),
                                "subresources", Map.of("status", Map.of()),
                                "schema", Map.of("openAPIV3Schema", schema)));
            }
        }
        return out;
    }

    private static List<Object> columns(AzureKind kind) {
        List<Object> out = new ArrayList<>();
        if (kind.isOpen()) {
            out.add(ordered("name", "Type", "type", "string", "jsonPath", ".spec.type"));
        }
        for (String name : List.of("Ready", "Severity", "Reason", "Message")) {
            String field =
                    name.equals("Ready") ? "status" : name.toLowerCase(java.util.Locale.ROOT);
            String path = ".status.conditions[?(@.type=='Ready')]." + field;
            out.add(ordered("name", name, "type", "string", "jsonPath", path));
        }
        return out;
    }

    /** Schema of the whole object, made from the schema of its spec. */
    static Map<String, Object> schema(Map<String, Object> spec, ExclusiveFields exclusive) {
        return ordered(
                "type", "object",
                "required", List.of("spec"),
                // the API server adds apiVersion, kind and metadata
                "properties",
                        ordered(
                                "spec", withFewTags(new ReferenceRules(exclusive).of(spec, "")),
                                "status", status()));
    }

    /** Limits the tags, because ten thousand in one object would take too much memory. */
    private static Map<String, Object> withFewTags(Map<String, Object> spec) {
        var properties = new LinkedHashMap<>(object(spec.get("properties")));
        if (!object(properties.get("tags")).containsKey("additionalProperties")) {
            return spec;
        }
        var tags = new LinkedHashMap<>(object(properties.get("tags")));
        tags.putIfAbsent("maxProperties", MOST_TAGS);
        properties.put("tags", tags);
        return Json.with(spec, "properties", properties);
    }

    private static Map<String, Object> status() {
        // describes only the key by which conditions are merged: each further property costs the
        // API server several kilobytes for each version of each kind
        var condition =
                ordered(
                        "type",
                        "object",
                        "required",
                        List.of("type"),
                        "x-kubernetes-preserve-unknown-fields",
                        true,
                        "properties",
                        ordered("type", Map.of("type", "string")));
        var conditions =
                ordered(
                        "type",
                        "array",
                        "x-kubernetes-list-type",
                        "map",
                        "x-kubernetes-list-map-keys",
                        List.of("type"),
                        "items",
                        condition);
        return ordered(
                "type",
                "object",
                "x-kubernetes-preserve-unknown-fields",
                true,
                // marks an object as not reconciled yet: otherwise tools that read only conditions
                // would take an object without conditions for a finished one
                "default",
                ordered("observedGeneration", -1),
                "properties",
                ordered("conditions", conditions));
    }

    @SuppressWarnings("unchecked") // JSON objects have text keys
    static Map<String, Object> object(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }

    /**
     * Adds to a schema the rules that types do not express. A reference is given in exactly one
     * way, and fields that exclude each other are not given together. The rules are {@code oneOf}s,
     * whose message only names the field. The message of a CEL rule could say what is wrong. But
     * the API server would keep a compiled program for each version of each kind
     * (docs/benchmarks.md). For the owner, which most kinds have, {@link ObjectPolicy} says what is
     * wrong.
     */
    record ReferenceRules(ExclusiveFields exclusive) {
        private static final Set<String> BY_NAME = Set.of("armId", "name");
        private static final String WELL_KNOWN = "wellKnownName";
        private static final String OWNER = "owner";

        /**
         * The schema with its rules.
         *
         * @param path path of the object that the schema describes, as in {@link ExclusiveFields}
         */
        Map<String, Object> of(Map<String, Object> schema, String path) {
            Map<String, Object> out = new LinkedHashMap<>(schema);
            Map<String, Object> properties = object(schema.get("properties"));
            if (!properties.isEmpty()) {
                Map<String, Object> inner = new LinkedHashMap<>();
                properties.forEach(
                        (name, of) ->
                                inner.put(
                                        name,
                                        of(object(of), path.isEmpty() ? name : path + "." + name)));
                out.put("properties", inner);
            }
            for (String elements : List.of("items", "additionalProperties")) {
                if (schema.get(elements) instanceof Map<?, ?> of) {
                    out.put(elements, of(object(of), path + "[]"));
                }
            }
            List<Map<String, Object>> all = new ArrayList<>();
            if (properties.keySet().containsAll(BY_NAME) && !path.equals(OWNER)) {
                all.add(oneOf(properties.containsKey(WELL_KNOWN)));
            }
            exclusive.at(path).stream()
                    .filter(properties.keySet()::containsAll)
                    .map(ExclusiveFields::atMostOne)
                    .forEach(all::add);
            if (all.size() == 1) {
                out.putAll(all.getFirst());
            } else if (!all.isEmpty()) {
                out.put("allOf", all);
            }
            return out;
        }

        private static Map<String, Object> oneOf(boolean wellKnown) {
            List<Object> ways = new ArrayList<>(List.of(given("armId"), given("name")));
            if (wellKnown) {
                ways.add(given(WELL_KNOWN));
            }
            return Map.of("oneOf", ways);
        }

        /**
         * Requires a field that is not empty: templates write an empty text for a field without a
         * value.
         */
        private static Map<String, Object> given(String field) {
            return ordered(
                    "required",
                    List.of(field),
                    "properties",
                    Map.of(field, Map.of("minLength", 1)));
        }
    }
}
