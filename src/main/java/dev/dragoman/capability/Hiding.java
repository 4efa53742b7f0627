package dev.dragoman.capability;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What a team's steps may see of a body: all but the values of secrets. Pure. */
final class Hiding {
    private Hiding() {}

    /**
     * The same body with opaque values in place of those at the paths, and of what Secrets hold.
     *
     * @param paths such as {@code properties.password} or {@code users[0].key}
     */
    static Object of(Object body, Set<String> paths) {
        // what one element of a list has of secrets, the others may have
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
            case Map<?, ?> map -> {
                var out = new LinkedHashMap<String, Object>();
                boolean secret = "Secret".equals(map.get("kind")) && map.containsKey("apiVersion");
                map.forEach(
                        (name, each) -> {
                            var key = String.valueOf(name);
                            // paths are text, in which a key may look like an index
                            var below = key.replaceAll("\\[\\d+]", "[]");
                            out.put(
                                    key,
                                    secret && (key.equals("data") || key.equals("stringData"))
                                            ? values(each)
                                            : at(
                                                    each,
                                                    path.isEmpty() ? below : path + "." + below,
                                                    paths));
                        });
                yield out;
            }
            case List<?> list -> {
                var out = new ArrayList<>();
                list.forEach(each -> out.add(at(each, path + "[]", paths)));
                yield out;
            }
            case null, default -> value;
        };
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
