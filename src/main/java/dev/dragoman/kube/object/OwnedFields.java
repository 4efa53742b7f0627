package dev.dragoman.kube.object;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Tells, without a request, whether an apply would change anything: the manager's entry in
 * managedFields shows which fields the last apply contained, and the object shows their present
 * values. In doubt, the result says that something would change. That costs at most one apply that
 * changes nothing.
 */
public final class OwnedFields {
    private OwnedFields() {}

    /** The managedFields entry of a manager for an operation; empty when there is none. */
    public static Optional<Map<String, Object>> entry(
            Map<String, Object> object, String manager, String operation, String subresource) {
        return Json.maps(Json.map(object, "metadata"), "managedFields").stream()
                .filter(e -> manager.equals(e.get("manager")))
                .filter(e -> operation.equals(e.get("operation")))
                .filter(e -> subresource.equals(Json.text(e, "subresource")))
                .findFirst();
    }

    /**
     * The fields that a manager owns by an apply, as {@code fieldsV1}; empty when there are none.
     */
    public static Map<String, Object> applied(Map<String, Object> object, String manager) {
        return entry(object, manager, "Apply", "")
                .map(each -> Json.map(each, "fieldsV1"))
                .orElse(Map.of());
    }

    /**
     * Whether an apply of {@code desired} would leave {@code present} unchanged.
     *
     * @param owned the manager's {@code fieldsV1}, at the level of the two maps
     */
    public static boolean upToDate(
            Map<String, Object> desired, Map<String, Object> present, Map<String, Object> owned) {
        return matches(desired, present, owned);
    }

    private static boolean matches(Object desired, Object present, Map<String, Object> owned) {
        if (owned.keySet().stream().allMatch("."::equals)) {
            // a leaf, an atomic map or an atomic list
            return Json.same(desired, present);
        }
        if (desired instanceof Map<?, ?> d && present instanceof Map<?, ?> p) {
            return maps(Json.withoutNulls(d), Json.withoutNulls(p), owned);
        }
        if (desired instanceof List<?> d && present instanceof List<?> p) {
            return lists(d, p, owned);
        }
        return false;
    }

    private static boolean maps(
            Map<String, Object> desired, Map<String, Object> present, Map<String, Object> owned) {
        for (var path : owned.keySet()) {
            if (path.startsWith("f:") && !desired.containsKey(path.substring(2))) {
                return false;
            }
        }
        for (var field : desired.entrySet()) {
            var path = "f:" + field.getKey();
            if (owned.containsKey(path)
                    && !present.containsKey(field.getKey())
                    && isEmpty(field.getValue())) {
                // built-in kinds drop empty lists and maps when they are stored, but the manager
                // still owns the field, until somebody removes the field
                continue;
            }
            if (!owned.containsKey(path)
                    || !present.containsKey(field.getKey())
                    || !matches(
                            field.getValue(), present.get(field.getKey()), Json.map(owned, path))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isEmpty(Object value) {
        return (value instanceof List<?> list && list.isEmpty())
                || (value instanceof Map<?, ?> map && map.isEmpty());
    }

    private static boolean lists(List<?> desired, List<?> present, Map<String, Object> owned) {
        var desiredElements = new Elements(desired);
        var presentElements = new Elements(present);
        int claimed = 0;
        for (var path : owned.keySet()) {
            if (".".equals(path)) {
                continue;
            }
            claimed++;
            var named = parse(path.substring(2));
            var want = desiredElements.find(path, named);
            var have = presentElements.find(path, named);
            if (want.isEmpty() || have.isEmpty()) {
                return false;
            }
            if (path.startsWith("k:") && !matches(want.get(), have.get(), Json.map(owned, path))) {
                return false;
            }
        }
        return claimed == desired.size();
    }

    private static Object parse(String json) {
        try {
            return Json.read(("{\"v\":" + json + "}").getBytes(StandardCharsets.UTF_8)).get("v");
        } catch (IOException e) {
            throw new IllegalStateException("managedFields path is not JSON: " + json, e);
        }
    }

    /**
     * The elements of a list, indexed by their paths in managedFields, so that a list of thousands
     * is not searched once per element.
     */
    private static final class Elements {
        private final List<?> list;

        /**
         * Indexes by the set of key names, which is empty for {@code v:} paths. Each index maps the
         * canonical JSON of the keys, or of the value, to the element.
         */
        private final Map<Set<?>, Map<String, Object>> known = new HashMap<>();

        Elements(List<?> list) {
            this.list = list;
        }

        /**
         * The element with this path.
         *
         * @param path such as {@code k:{"name":"x"}} or {@code v:"x"}
         * @param named the parsed JSON of the path
         */
        Optional<Object> find(String path, Object named) {
            if (path.startsWith("v:")) {
                return found(Set.of(), named);
            }
            return named instanceof Map<?, ?> keys && !keys.isEmpty()
                    ? found(keys.keySet(), named)
                    : Optional.empty();
        }

        private Optional<Object> found(Set<?> keys, Object named) {
            return Optional.ofNullable(
                    known.computeIfAbsent(keys, this::by).get(Json.canonical(named)));
        }

        private Map<String, Object> by(Set<?> keys) {
            var all = new HashMap<String, Object>();
            for (var each : list) {
                if (keys.isEmpty()) {
                    all.putIfAbsent(Json.canonical(each), each);
                } else if (each instanceof Map<?, ?> map) {
                    var some = new TreeMap<String, Object>();
                    keys.forEach(key -> some.put((String) key, map.get(key)));
                    all.putIfAbsent(Json.canonical(some), each);
                }
            }
            return all;
        }
    }
}
