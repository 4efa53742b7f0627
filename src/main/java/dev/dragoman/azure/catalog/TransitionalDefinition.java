package dev.dragoman.azure.catalog;

import static dev.dragoman.azure.catalog.AppliedVersionPolicy.ordered;
import static dev.dragoman.azure.catalog.CustomResources.object;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The custom resource definition of a kind while its objects are rewritten from the form of Azure
 * Service Operator to Dragoman's. It serves every version of both forms, because the garbage
 * collector deletes objects whose owner reference names a version that is not served. Every schema
 * accepts unknown fields, so that no read and no write removes fields.
 */
public final class TransitionalDefinition {
    /** Annotation that marks a transitional definition. */
    public static final String MARK = "dragoman.dev/taking-over";

    private TransitionalDefinition() {}

    /**
     * The transitional definition of a kind.
     *
     * @param kind the kind
     * @param present the definition in the cluster
     * @return the definition that replaces the present one, with the resourceVersion of the present
     *     one
     */
    public static Map<String, Object> of(AzureKind kind, Map<String, Object> present) {
        var out = CustomResources.definition(kind, Map.of());
        var metadata = new LinkedHashMap<>(object(out.get("metadata")));
        var now = object(present.get("metadata"));
        metadata.put("resourceVersion", now.get("resourceVersion"));
        metadata.put("uid", now.get("uid"));
        metadata.put("labels", now.getOrDefault("labels", Map.of()));
        metadata.put("annotations", Map.of(MARK, "true"));
        out.put("metadata", metadata);
        var stored = kind.newest().names().getFirst();
        var names = new LinkedHashSet<String>();
        kind.versions().forEach(version -> names.addAll(version.names()));
        names.addAll(versions(present));
        var spec = new LinkedHashMap<>(object(out.get("spec")));
        List<Object> versions = new ArrayList<>();
        for (var name : names) {
            versions.add(
                    ordered(
                            "name", name,
                            "served", true,
                            "storage", name.equals(stored),
                            "subresources", Map.of("status", Map.of()),
                            "schema", Map.of("openAPIV3Schema", open())));
        }
        spec.put("versions", versions);
        out.put("spec", spec);
        return out;
    }

    /** Whether objects may be stored in a form that Dragoman's own definition cannot read. */
    public static boolean needed(AzureKind kind, Map<String, Object> present) {
        var stored = object(present.get("status")).get("storedVersions");
        var names = new LinkedHashSet<>(versions(present));
        if (stored instanceof List<?> list) {
            list.forEach(each -> names.add(String.valueOf(each)));
        }
        return marked(present) || names.stream().anyMatch(name -> kind.version(name).isEmpty());
    }

    /** Whether the definition is a transitional one. */
    public static boolean marked(Map<String, Object> present) {
        return object(object(present.get("metadata")).get("annotations")).containsKey(MARK);
    }

    /** Names of all versions of a definition. */
    public static Set<String> versions(Map<String, Object> definition) {
        var out = new LinkedHashSet<String>();
        if (object(definition.get("spec")).get("versions") instanceof List<?> list) {
            list.forEach(each -> out.add(String.valueOf(object(each).get("name"))));
        }
        return out;
    }

    private static Map<String, Object> open() {
        Map<String, Object> any =
                ordered("type", "object", "x-kubernetes-preserve-unknown-fields", true);
        return ordered("type", "object", "properties", ordered("spec", any, "status", any));
    }
}
