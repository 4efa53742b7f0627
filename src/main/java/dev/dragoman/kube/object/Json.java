package dev.dragoman.kube.object;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.reconcile.watch.BoundedJson;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** JSON values as plain maps and lists. */
public final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {}

    public static String write(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            // without the cause: its message quotes the value, which may be a secret
            throw new IllegalArgumentException(
                    "not representable as JSON: " + e.getClass().getSimpleName());
        }
    }

    /**
     * Reads a JSON object. Leaves out values that are nested too deeply, see {@link BoundedJson}.
     */
    public static Map<String, Object> read(byte[] text) throws IOException {
        return BoundedJson.read(text);
    }

    /** The object that a text of this program's source holds: mutable, in the order of the text. */
    public static Map<String, Object> literal(String text) {
        try {
            return MAPPER.readValue(text, new TypeReference<LinkedHashMap<String, Object>>() {});
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no JSON object: " + text, e);
        }
    }

    /** A mutable map in the order of the arguments, which are pairs of key and value. */
    public static Map<String, Object> object(Object... pairs) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(String.valueOf(pairs[i]), pairs[i + 1]);
        }
        return map;
    }

    /** The map under the path, empty when there is none. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> map(Map<String, Object> object, String... path) {
        Map<String, Object> here = object;
        for (var step : path) {
            if (!(here.get(step) instanceof Map<?, ?> next)) {
                return Map.of();
            }
            here = (Map<String, Object>) next;
        }
        return here;
    }

    @SuppressWarnings("unchecked")
    public static List<Map<String, Object>> maps(Map<String, Object> object, String key) {
        return object.get(key) instanceof List<?> list
                ? (List<Map<String, Object>>) list
                : List.of();
    }

    public static String text(Map<?, ?> object, String key) {
        return object.get(key) instanceof String s ? s : "";
    }

    /** A whole number of the object; {@code otherwise} when there is none. */
    public static long number(Map<?, ?> object, String key, long otherwise) {
        return object.get(key) instanceof Number number ? number.longValue() : otherwise;
    }

    /** The elements of a list as texts; none where the value is no list. */
    public static List<String> texts(Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** A mutable deep copy without nulls, since an apply with a null claims the field. */
    public static Object copy(Object value) {
        if (value instanceof Map<?, ?> map) {
            return copyMap(map);
        }
        if (value instanceof List<?> list) {
            var copy = new ArrayList<>(list.size());
            list.forEach(item -> copy.add(copy(item)));
            return copy;
        }
        return value;
    }

    public static Map<String, Object> copyMap(Map<?, ?> map) {
        var copy = withoutNulls(map);
        copy.replaceAll((key, value) -> copy(value));
        return copy;
    }

    /** A shallow copy with this value of the field. */
    public static Map<String, Object> with(Map<String, Object> map, String key, Object value) {
        var copy = new LinkedHashMap<>(map);
        copy.put(key, value);
        return copy;
    }

    /** A shallow copy without the fields that are null. */
    public static Map<String, Object> withoutNulls(Map<?, ?> map) {
        var some = new LinkedHashMap<String, Object>();
        map.forEach(
                (key, value) -> {
                    if (value != null) {
                        some.put((String) key, value);
                    }
                });
        return some;
    }

    /** A copy whose maps have their keys in order, at each depth. */
    public static Object sorted(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                var sorted = new TreeMap<String, Object>();
                map.forEach((key, each) -> sorted.put(String.valueOf(key), sorted(each)));
                yield sorted;
            }
            case List<?> list -> list.stream().map(Json::sorted).toList();
            case null, default -> value;
        };
    }

    /** A text that is equal for values that are {@link #same}. */
    public static String canonical(Object value) {
        return write(ordered(value));
    }

    private static Object ordered(Object value) {
        return switch (value) {
            case Number number -> new BigDecimal(number.toString()).stripTrailingZeros();
            case Map<?, ?> map -> {
                var ordered = new TreeMap<String, Object>();
                withoutNulls(map).forEach((key, each) -> ordered.put(key, ordered(each)));
                yield ordered;
            }
            case List<?> list -> list.stream().map(Json::ordered).toList();
            case null, default -> value;
        };
    }

    /** Equality of JSON values: 1, 1L and 1.0 are equal, and a null field counts as absent. */
    public static boolean same(Object left, Object right) {
        if (left instanceof Number l && right instanceof Number r) {
            return new BigDecimal(l.toString()).compareTo(new BigDecimal(r.toString())) == 0;
        }
        if (left instanceof Map<?, ?> l && right instanceof Map<?, ?> r) {
            return sameMaps(withoutNulls(l), withoutNulls(r));
        }
        if (left instanceof List<?> l && right instanceof List<?> r) {
            if (l.size() != r.size()) {
                return false;
            }
            for (int i = 0; i < l.size(); i++) {
                if (!same(l.get(i), r.get(i))) {
                    return false;
                }
            }
            return true;
        }
        return left == null ? right == null : left.equals(right);
    }

    private static boolean sameMaps(Map<String, Object> left, Map<String, Object> right) {
        return left.keySet().equals(right.keySet())
                && left.entrySet().stream()
                        .allMatch(e -> same(e.getValue(), right.get(e.getKey())));
    }
}
