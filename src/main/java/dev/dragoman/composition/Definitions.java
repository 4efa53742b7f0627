package dev.dragoman.composition;

import dev.dragoman.capability.TeamFiles;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.GroupKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The CustomResourceDefinitions that lie beside templates, with which these are compared.
 *
 * @param specs the spec of each, by the kind that it defines
 */
public record Definitions(Map<GroupKind, Map<String, Object>> specs) {
    /** How the names of the files end. */
    private static final String FILE = "definition.yaml";

    /**
     * Reads the files.
     *
     * @param problems gets the files that cannot be read
     */
    public static Definitions of(TeamFiles files, List<String> problems) {
        var all = new HashMap<GroupKind, Map<String, Object>>();
        for (var file : CompositionProvider.texts(files, FILE)) {
            try {
                for (var each : file.documents()) {
                    if (each instanceof Map<?, ?> map) {
                        var spec = Fields.spec(Json.withoutNulls(map));
                        var kind = String.valueOf(Fields.map(spec, "names").get("kind"));
                        all.put(new GroupKind(String.valueOf(spec.get("group")), kind), spec);
                    }
                }
            } catch (YamlEngineException | ClassCastException broken) {
                problems.add(file.problem(1, "no CustomResourceDefinition as YAML; correct it"));
            }
        }
        return new Definitions(all);
    }

    private List<Map<String, Object>> versions(GroupKind kind) {
        return Json.maps(specs.getOrDefault(kind, Map.of()), "versions");
    }

    /** The schema of the spec, of the stored version; empty where it is not known. */
    Map<String, Object> schema(GroupKind kind) {
        return versions(kind).stream()
                .filter(each -> Boolean.TRUE.equals(each.get("storage")))
                .map(each -> Fields.map(each, "schema", "openAPIV3Schema", "properties", "spec"))
                .findFirst()
                .orElse(Map.of());
    }

    /** The plurals that the definitions name, by kind. */
    public Map<GroupKind, String> plurals() {
        var all = new HashMap<GroupKind, String>();
        specs.forEach(
                (kind, spec) -> {
                    if (Fields.map(spec, "names").get("plural") instanceof String plural) {
                        all.put(kind, plural);
                    }
                });
        return all;
    }

    /** Whether a definition says that objects of the kind lie in no namespace. */
    public boolean isClusterScoped(GroupKind kind) {
        return "Cluster".equals(specs.getOrDefault(kind, Map.of()).get("scope"));
    }

    /**
     * The object with the defaults of its definition; the same object where there is none.
     *
     * @param problems gets what the API server would refuse
     */
    public Map<String, Object> admitted(Map<String, Object> object, List<String> problems) {
        var kind = GroupKind.of(Fields.key(object));
        var served = new ArrayList<String>();
        for (var each : versions(kind)) {
            var apiVersion = kind.group() + "/" + each.get("name");
            if (apiVersion.equals(object.get("apiVersion"))) {
                var schema = Fields.map(each, "schema", "openAPIV3Schema");
                return new ObjectCheck(kind.kind(), problems).admitted(object, schema);
            }
            served.add(apiVersion);
        }
        if (!served.isEmpty()) {
            problems.add("apiVersion: the definition has only " + String.join(", ", served));
        }
        return object;
    }
}
