package dev.dragoman.kube;

import dev.dragoman.kube.object.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Transfers fields of managers that no longer write, such as a predecessor that wrote objects by
 * update. An apply removes only fields that an earlier apply of the same manager set, so no apply
 * would ever remove fields of a predecessor. Therefore the predecessor's fields below the applied
 * fields are transferred to the applying manager, as client-go's csaupgrade does. Pure.
 */
final class FormerManagers {
    /**
     * Deepest level at which fields are split: the level of {@code spec.template}. Fields below
     * that level are transferred together.
     */
    private static final int DEPTH = 1;

    private static final String FIELDS = "fieldsV1";
    private static final String MANAGER = "manager";

    private FormerManagers() {}

    /**
     * The managedFields after the transfer; empty when no field has to be transferred.
     *
     * @param desired what will be applied
     * @param present the object as it was read
     * @param manager the applying manager
     * @param former names of the former managers
     */
    static Optional<List<Map<String, Object>>> transferred(
            Map<String, Object> desired,
            Map<String, Object> present,
            String manager,
            Set<String> former) {
        var kept = new ArrayList<Map<String, Object>>();
        var taken = new LinkedHashMap<String, Object>();
        Map<String, Object> own = null;
        for (var entry : Json.maps(Json.map(present, "metadata"), "managedFields")) {
            if (isFormer(entry, former)) {
                var parts = split(Json.map(entry, FIELDS), desired, 0);
                merge(taken, parts.taken());
                if (!parts.rest().isEmpty()) {
                    kept.add(Json.with(entry, FIELDS, parts.rest()));
                }
            } else if (isOwn(entry, manager)) {
                own = entry;
            } else {
                kept.add(entry);
            }
        }
        if (taken.isEmpty()) {
            return Optional.empty();
        }
        var fields = Json.copyMap(own == null ? Map.of() : Json.map(own, FIELDS));
        merge(fields, taken);
        kept.add(own == null ? entry(present, manager, fields) : Json.with(own, FIELDS, fields));
        return Optional.of(kept);
    }

    private static boolean isFormer(Map<String, Object> entry, Set<String> former) {
        return former.contains(Json.text(entry, MANAGER))
                && "Update".equals(entry.get("operation"))
                && Json.text(entry, "subresource").isEmpty();
    }

    private static boolean isOwn(Map<String, Object> entry, String manager) {
        return manager.equals(entry.get(MANAGER))
                && "Apply".equals(entry.get("operation"))
                && Json.text(entry, "subresource").isEmpty();
    }

    private static Map<String, Object> entry(
            Map<String, Object> present, String manager, Map<String, Object> fields) {
        var entry = new LinkedHashMap<String, Object>();
        entry.put(MANAGER, manager);
        entry.put("operation", "Apply");
        entry.put("apiVersion", present.get("apiVersion"));
        entry.put("fieldsType", "FieldsV1");
        entry.put(FIELDS, fields);
        return entry;
    }

    /** The fields below the applied fields, which are transferred, and all other fields. */
    private record Parts(Map<String, Object> taken, Map<String, Object> rest) {}

    private static Parts split(Map<String, Object> owned, Map<String, Object> desired, int depth) {
        var taken = new LinkedHashMap<String, Object>();
        var rest = new LinkedHashMap<String, Object>();
        owned.forEach(
                (path, below) -> {
                    var name = path.startsWith("f:") ? path.substring(2) : "";
                    if (!desired.containsKey(name)) {
                        rest.put(path, below);
                    } else if (depth < DEPTH
                            && desired.get(name) instanceof Map<?, ?>
                            && below instanceof Map<?, ?>) {
                        var parts =
                                split(Json.map(owned, path), Json.map(desired, name), depth + 1);
                        put(taken, path, parts.taken());
                        put(rest, path, parts.rest());
                    } else {
                        taken.put(path, below);
                    }
                });
        // the entry "." claims only that the map exists, not any field in it
        if (rest.keySet().equals(Set.of("."))) {
            rest.clear();
        }
        return new Parts(taken, rest);
    }

    private static void put(Map<String, Object> to, String path, Map<String, Object> part) {
        if (!part.isEmpty()) {
            to.put(path, part);
        }
    }

    private static void merge(Map<String, Object> into, Map<String, Object> more) {
        more.forEach(
                (path, below) -> {
                    if (into.get(path) instanceof Map<?, ?> && below instanceof Map<?, ?>) {
                        var both = Json.copyMap(Json.map(into, path));
                        merge(both, Json.map(more, path));
                        into.put(path, both);
                    } else {
                        into.put(path, below);
                    }
                });
    }
}
