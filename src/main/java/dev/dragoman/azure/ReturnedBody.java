package dev.dragoman.azure;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The body as it came back from a step of others: whether it may be sent. Anything but a JSON
 * object that is about the same thing would be taken for an empty one, and empty every resource.
 * What is wrong is said by type and path, never by value.
 */
final class ReturnedBody {
    /** Deeper than any type of Azure; a map that holds itself is deeper still. */
    private static final int DEEPEST = 64;

    /** It may not be sent; the message continues a sentence that begins with the file. */
    static final class Unfit extends Exception {
        private static final long serialVersionUID = 1L;

        Unfit(String message) {
            super(message, null, false, false);
        }
    }

    private ReturnedBody() {}

    /**
     * A copy that nobody else can change.
     *
     * @param body what came back
     * @param asked what the object asks for
     */
    static Map<String, Object> of(Object body, Map<String, Object> asked) throws Unfit {
        if (!(body instanceof Map<?, ?> map)) {
            throw new Unfit("left " + type(body) + " as the body, which must be a map");
        }
        var copy = object(map, "", 0);
        if (copy.get("apiVersion") instanceof String
                && copy.get("kind") instanceof String
                && copy.get("metadata") instanceof Map<?, ?>) {
            throw new Unfit("left a Kubernetes object as the body, which must be Azure's");
        }
        if (!asked.isEmpty() && Collections.disjoint(copy.keySet(), asked.keySet())) {
            throw new Unfit(
                    "left %s map as the body, which has none of the fields that the object asks for"
                            .formatted(copy.isEmpty() ? "an empty" : "another"));
        }
        return copy;
    }

    private static Map<String, Object> object(Map<?, ?> map, String path, int depth) throws Unfit {
        var out = new LinkedHashMap<String, Object>();
        for (var entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String key)) {
                throw new Unfit(
                        "left a map in the body whose key is %s%s; keys must be text"
                                .formatted(type(entry.getKey()), at(path)));
            }
            out.put(key, value(entry.getValue(), path.isEmpty() ? key : path + "." + key, depth));
        }
        return out;
    }

    private static Object value(Object value, String path, int depth) throws Unfit {
        if (depth > DEEPEST) {
            throw new Unfit("left a body that is nested without end");
        }
        return switch (value) {
            case null -> null;
            case String text -> text;
            case Boolean truth -> truth;
            case Map<?, ?> map -> object(map, path, depth + 1);
            case List<?> list -> {
                var out = new ArrayList<>();
                for (int i = 0; i < list.size(); i++) {
                    out.add(value(list.get(i), path + "[" + i + "]", depth + 1));
                }
                yield out;
            }
            case Number number when isJson(number) -> number;
            default ->
                    throw new Unfit("left " + type(value) + at(path) + ", which JSON cannot say");
        };
    }

    private static boolean isJson(Number number) {
        return switch (number) {
            case Double d -> Double.isFinite(d);
            case Float f -> Float.isFinite(f);
            case Integer _, Long _, Short _, Byte _, BigInteger _, BigDecimal _ -> true;
            default -> false;
        };
    }

    private static String at(String path) {
        return path.isEmpty() ? "" : " at " + path;
    }

    private static String type(Object value) {
        return switch (value) {
            case null -> "nothing (null)";
            case CharSequence text -> "text (" + text.getClass().getName() + ")";
            case InputStream stream -> "a stream (" + stream.getClass().getName() + ")";
            case Reader stream -> "a stream (" + stream.getClass().getName() + ")";
            case byte[] _ -> "bytes";
            case Collection<?> list -> "a list (" + list.getClass().getName() + ")";
            case Double _, Float _ -> "a number that is none (NaN or infinite)";
            default -> "a " + value.getClass().getName();
        };
    }
}
