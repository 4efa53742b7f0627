package dev.dragoman.capability.point;

import dev.dragoman.kube.object.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Hides the values of secrets in the bodies that a team's steps see. Pure. */
public final class Hiding {
    private Hiding() {}

    /** Annotation in which kubectl stores a copy of the whole object. */
    private static final String REPEATED = "kubectl.kubernetes.io/last-applied-configuration";

    /** A copy of a Secret in which all values are replaced by {@link Opaque} ones. */
    public static Map<String, Object> secret(Map<String, Object> secret) {
        return secret(secret, "", Set.of());
    }

    /**
     * A copy of the body in which the values at the paths, and the values in Secrets, are replaced
     * by {@link Opaque} ones.
     *
     * @param paths such as {@code properties.password} or {@code users[0].key}; an index stands for
     *     all elements of the list
     */
    public static Object of(Object body, Set<String> paths) {
        // when one element of a list has a secret, the other elements may have one too
        return at(
                body,
                "",
                paths.stream()
                        .map(path -> path.replaceAll("\\[\\d+]", "[]"))
                        .collect(Collectors.toSet()));
    }

    private static Object at(Object value, String path, Set<String> paths) {
        if (paths.contains(path)) {
            return Opaque.of(value);
        }
        return switch (value) {
            case Map<?, ?> map when isSecret(map) -> secret(map, path, paths);
            case Map<?, ?> map -> map(map, path, paths);
            case List<?> list -> {
                var out = new ArrayList<>();
                list.forEach(each -> out.add(at(each, path + "[]", paths)));
                yield out;
            }
            case null, default -> value;
        };
    }

    private static boolean isSecret(Map<?, ?> map) {
        return "Secret".equals(map.get("kind")) && map.containsKey("apiVersion");
    }

    private static Map<String, Object> map(Map<?, ?> map, String path, Set<String> paths) {
        var out = new LinkedHashMap<String, Object>();
        map.forEach(
                (name, each) -> {
                    var key = String.valueOf(name);
                    // in a path, a key such as "a[0]" looks like an index of a list
                    var below = key.replaceAll("\\[\\d+]", "[]");
                    out.put(key, at(each, path.isEmpty() ? below : path + "." + below, paths));
                });
        return out;
    }

    private static Map<String, Object> secret(Map<?, ?> secret, String path, Set<String> paths) {
        var out = map(secret, path, paths);
        for (var field : List.of("data", "stringData")) {
            out.computeIfPresent(field, (name, _) -> values(secret.get(name)));
        }
        var annotations = Fields.map(out, "metadata", "annotations");
        if (annotations.containsKey(REPEATED)) {
            annotations.computeIfPresent(REPEATED, (_, value) -> Opaque.of(value));
        }
        return out;
    }

    private static Object values(Object data) {
        if (!(data instanceof Map<?, ?> map)) {
            return Opaque.of(data);
        }
        var out = new LinkedHashMap<String, Object>();
        map.forEach((key, value) -> out.put(String.valueOf(key), Opaque.of(value)));
        return out;
    }
}
