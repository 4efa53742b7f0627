package dev.dragoman.capability.point;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Mutable deep copies of JSON-like values, even of immutable ones. */
public final class MutableCopy {
    private MutableCopy() {}

    public static Object of(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                var out = new LinkedHashMap<String, Object>();
                map.forEach((k, v) -> out.put(String.valueOf(k), of(v)));
                yield out;
            }
            case List<?> list -> {
                var out = new ArrayList<>();
                list.forEach(v -> out.add(of(v)));
                yield out;
            }
            case null, default -> value;
        };
    }
}
