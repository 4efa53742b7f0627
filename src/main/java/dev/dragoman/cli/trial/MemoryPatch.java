package dev.dragoman.cli.trial;

import dev.dragoman.kube.object.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** Patches of objects, as the API server applies them. */
final class MemoryPatch {
    private MemoryPatch() {}

    /** Merges a patch into an object (RFC 7396). */
    @SuppressWarnings("unchecked") // JSON
    static void merge(Map<String, Object> into, Map<String, Object> patch) {
        patch.forEach(
                (name, value) -> {
                    if (value == null) {
                        into.remove(name);
                    } else if (value instanceof Map<?, ?> map
                            && into.get(name) instanceof Map<?, ?> there) {
                        merge((Map<String, Object>) there, (Map<String, Object>) map);
                    } else {
                        into.put(name, Json.copy(value));
                    }
                });
    }

    /** Does what a JSON patch of the operator has: tests, and whole fields of the metadata. */
    @SuppressWarnings("unchecked") // JSON
    static void apply(Map<String, Object> object, String text) {
        var all = Json.maps(Json.literal("{\"all\":" + text + "}"), "all");
        for (var each : all) {
            var path = Json.text(each, "path").substring(1).split("/", -1);
            var here = object;
            for (int i = 0; i < path.length - 1; i++) {
                here =
                        (Map<String, Object>)
                                here.computeIfAbsent(
                                        name(path[i]), _ -> new LinkedHashMap<String, Object>());
            }
            var name = name(path[path.length - 1]);
            switch (Json.text(each, "op")) {
                case "test" -> {
                    if (!Json.same(here.get(name), each.get("value"))) {
                        throw new MemoryRefused(422, "Invalid", "testing path " + each.get("path"));
                    }
                }
                case "remove" -> here.remove(name);
                default -> here.put(name, Json.copy(each.get("value")));
            }
        }
    }

    private static String name(String written) {
        return written.replace("~1", "/").replace("~0", "~");
    }
}
