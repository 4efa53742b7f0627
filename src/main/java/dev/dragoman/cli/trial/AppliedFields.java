package dev.dragoman.cli.trial;

import dev.dragoman.kube.object.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Server-side apply, as the API server does it: merges what a manager applies, removes what it no
 * longer applies, and notes the owners of fields. Lists are replaced as a whole, but for those
 * whose elements Kubernetes knows by a key. Pure.
 */
final class AppliedFields {
    /** The keys of the elements of lists, by the name of the list. */
    private static final Map<String, List<String>> KEYS =
            Map.of(
                    "conditions", List.of("type"),
                    "ownerReferences", List.of("uid"),
                    "containers", List.of("name"),
                    "initContainers", List.of("name"),
                    "volumes", List.of("name"),
                    "env", List.of("name"),
                    "imagePullSecrets", List.of("name"));

    private AppliedFields() {}

    /** A field that another manager owns and has set to another value. */
    record Conflict(String manager, String field) {}

    /** The fields that a value has, in the form of managedFields. */
    static Map<String, Object> of(Map<String, Object> value) {
        var fields = new LinkedHashMap<String, Object>();
        value.forEach((key, each) -> fields.put("f:" + key, fields(key, each)));
        return fields;
    }

    @SuppressWarnings("unchecked") // JSON
    private static Map<String, Object> fields(String name, Object value) {
        if (value instanceof Map<?, ?> map) {
            return of((Map<String, Object>) map);
        }
        var fields = new LinkedHashMap<String, Object>();
        if (value instanceof List<?> list && name.equals("finalizers")) {
            list.forEach(each -> fields.put("v:" + Json.write(each), Map.of()));
        } else if (value instanceof List<?> list && isKeyed(name, list)) {
            for (var each : list) {
                var element = (Map<String, Object>) each;
                var own = new LinkedHashMap<String, Object>(Map.of(".", Map.of()));
                own.putAll(of(element));
                fields.put("k:" + Json.write(key(name, element)), own);
            }
        }
        return fields;
    }

    private static boolean isKeyed(String name, List<?> list) {
        return KEYS.containsKey(name)
                && !list.isEmpty()
                && list.stream()
                        .allMatch(
                                each ->
                                        each instanceof Map<?, ?> map
                                                && map.keySet().containsAll(KEYS.get(name)));
    }

    private static Map<String, Object> key(String name, Map<String, Object> element) {
        var key = new LinkedHashMap<String, Object>();
        KEYS.get(name).forEach(each -> key.put(each, element.get(each)));
        return key;
    }

    /** The fields of {@code one} without those of {@code two}. */
    static Map<String, Object> without(Map<String, Object> one, Map<String, Object> two) {
        var rest = new LinkedHashMap<String, Object>();
        one.forEach(
                (key, below) -> {
                    if (!two.containsKey(key)) {
                        rest.put(key, below);
                    } else if (!isLeaf(one, key)) {
                        var less = without(Json.map(one, key), Json.map(two, key));
                        if (less.keySet().stream().anyMatch(each -> !each.equals("."))) {
                            rest.put(key, less);
                        }
                    }
                });
        return rest;
    }

    private static boolean isLeaf(Map<String, Object> fields, String key) {
        return Json.map(fields, key).isEmpty();
    }

    /** The paths of fields in both, whose values differ. */
    static List<String> differing(
            Map<String, Object> owned, Map<String, Object> wanted, Map<String, Object> present) {
        var found = new TreeSet<String>();
        differing(owned, wanted, present, "", found);
        return List.copyOf(found);
    }

    private static void differing(
            Map<String, Object> owned,
            Map<String, Object> wanted,
            Map<String, Object> present,
            String path,
            Set<String> found) {
        for (var key : owned.keySet()) {
            var name = key.startsWith("f:") ? key.substring(2) : "";
            if (name.isEmpty() || !wanted.containsKey(name)) {
                continue;
            }
            var here = path + "." + name;
            if (wanted.get(name) instanceof Map<?, ?> && !isLeaf(owned, key)) {
                differing(
                        Json.map(owned, key),
                        Json.map(wanted, name),
                        Json.map(present, name),
                        here,
                        found);
            } else if (!Json.same(wanted.get(name), present.get(name))) {
                found.add(here);
            }
        }
    }

    /** Puts the applied values into the object. */
    @SuppressWarnings("unchecked") // JSON
    static void merge(Map<String, Object> into, Map<String, Object> applied) {
        applied.forEach(
                (name, value) -> {
                    var there = into.get(name);
                    if (value instanceof Map<?, ?> map && there instanceof Map<?, ?> below) {
                        merge((Map<String, Object>) below, (Map<String, Object>) map);
                    } else if (value instanceof List<?> list
                            && there instanceof List<?> before
                            && isKeyed(name, list)
                            && isKeyed(name, before)) {
                        into.put(name, elements(name, before, list));
                    } else if (value instanceof List<?> list
                            && there instanceof List<?> before
                            && name.equals("finalizers")) {
                        var all = new ArrayList<Object>(before);
                        list.stream().filter(each -> !all.contains(each)).forEach(all::add);
                        into.put(name, all);
                    } else {
                        into.put(name, Json.copy(value));
                    }
                });
    }

    @SuppressWarnings("unchecked") // JSON
    private static List<Object> elements(String name, List<?> before, List<?> applied) {
        var all = new LinkedHashMap<Object, Map<String, Object>>();
        for (var each : before) {
            var element = (Map<String, Object>) each;
            all.put(key(name, element), Json.copyMap(element));
        }
        for (var each : applied) {
            var element = (Map<String, Object>) each;
            merge(all.computeIfAbsent(key(name, element), _ -> new LinkedHashMap<>()), element);
        }
        return new ArrayList<>(all.values());
    }

    /** Removes the fields from the object. */
    @SuppressWarnings("unchecked") // JSON
    static void remove(Map<String, Object> from, Map<String, Object> fields) {
        for (var key : fields.keySet()) {
            if (!key.startsWith("f:")) {
                continue;
            }
            var name = key.substring(2);
            var below = Json.map(fields, key);
            if (from.get(name) instanceof Map<?, ?> map && !below.isEmpty()) {
                remove((Map<String, Object>) map, below);
                if (map.isEmpty()) {
                    from.remove(name);
                }
            } else if (from.get(name) instanceof List<?> list && !below.isEmpty()) {
                from.put(name, rest(name, list, below));
            } else {
                from.remove(name);
            }
        }
    }

    @SuppressWarnings("unchecked") // JSON
    private static List<Object> rest(String name, List<?> list, Map<String, Object> fields) {
        var left = new ArrayList<Object>();
        for (var each : list) {
            var path =
                    each instanceof Map<?, ?> map && KEYS.containsKey(name)
                            ? "k:" + Json.write(key(name, (Map<String, Object>) map))
                            : "v:" + Json.write(each);
            var below = Json.map(fields, path);
            if (!fields.containsKey(path)) {
                left.add(each);
            } else if (!below.containsKey(".") && each instanceof Map<?, ?> map) {
                var element = Json.copyMap(map);
                remove(element, below);
                left.add(element);
            }
        }
        return left;
    }
}
