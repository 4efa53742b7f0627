package dev.dragoman.capability.point;

import dev.dragoman.kube.object.SettableMetadata;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Checks and copies the body that a team's steps left. A body that is not JSON, or does not have
 * the fields that the object asks for, would clear what exists outside. Messages contain types and
 * paths, never values.
 */
final class ReturnedBody {
    /**
     * Maximum depth. No type of Azure is nested so deeply; a map that contains itself exceeds it.
     */
    private static final int DEEPEST = 64;

    /**
     * Maximum number of characters. Azure accepts bodies of 4 MiB, the API server objects of 3 MiB.
     */
    private static final long LONGEST = 4L * 1024 * 1024;

    /** Maximum number of values: a bound for lists that steps extend without end. */
    private static final int MOST = 200_000;

    /** Stands for any element of a list in a "place", which is a path without indices. */
    private static final String ELEMENT = "[]";

    private final Map<Opaque, String> secrets = new HashMap<>();
    private final Set<String> hiding = new HashSet<>();
    private final boolean exports;
    private long characters;
    private int values;

    private ReturnedBody(Object asked, boolean exports) {
        this.exports = exports;
        if (asked instanceof List<?> list) {
            list.forEach(each -> findSecrets(each, named(each)));
        } else {
            findSecrets(asked, "");
        }
    }

    /**
     * The first part of the places within an element of the outermost list. For a Kubernetes object
     * it contains the object's name, so that places do not change with the order of the list.
     */
    private static String named(Object element) {
        return element instanceof Map<?, ?> map && isObject(map) ? "<" + name(map) + ">" : ELEMENT;
    }

    private static String name(Map<?, ?> object) {
        var metadata = (Map<?, ?>) object.get("metadata");
        return "%s %s %s %s"
                .formatted(
                        object.get("apiVersion"),
                        object.get("kind"),
                        metadata.get("namespace"),
                        metadata.get("name"));
    }

    /**
     * Checks a body. Returns a copy with the values of secrets, to which the steps have no
     * reference.
     *
     * @param body the body that the steps left
     * @param asked the body that the steps were given, with secrets hidden
     * @param exports whether the body is a list of Secrets and ConfigMaps, in which steps may copy
     *     a value to another key of the same Secret
     * @param changed paths that {@code bean:body} changed, relative to each object when the body is
     *     a list; only at or below these may fields be missing
     * @throws UnfitWanted when the body cannot be used; the message continues a sentence that
     *     begins with the file's name
     */
    static Object of(Object body, Object asked, boolean exports, Set<List<String>> changed) {
        var kind = asked instanceof Map<?, ?> ? "map" : "list";
        if (!(asked instanceof Map<?, ?> ? body instanceof Map<?, ?> : body instanceof List<?>)) {
            throw unfit("left " + type(body) + " as the body, which must be a " + kind);
        }
        var copy = new ReturnedBody(asked, exports).value(body, "", "", null, 0);
        if (copy instanceof Map<?, ?> map) {
            requireSameSubject((Map<?, ?>) asked, map);
            requireSameMetadata((Map<?, ?>) asked, map);
            checkLost((Map<?, ?>) asked, map, changed);
        } else {
            requireSameSubject((List<?>) asked, (List<?>) copy);
        }
        if (asked instanceof List<?> list) {
            requireAll(list, (List<?>) copy, changed);
        }
        return copy;
    }

    /**
     * Checks the objects that steps added. Returns copies, to which the steps have no reference.
     *
     * @param asked the body that the steps were given, with secrets hidden
     * @throws UnfitWanted when the objects cannot be used
     */
    @SuppressWarnings("unchecked") // checked above: maps with text keys
    static List<Map<String, Object>> added(List<?> objects, Object asked) {
        var copy = new ReturnedBody(asked, false).value(objects, "", "", null, 0);
        requireSameSubject(List.of(), (List<?>) copy);
        return (List<Map<String, Object>>) copy;
    }

    /**
     * Checks that the list has the same objects as before. A missing object would remain in the
     * cluster without an owner.
     */
    private static void requireAll(List<?> asked, List<?> copy, Set<List<String>> changed) {
        var left = new HashMap<String, Map<?, ?>>();
        copy.forEach(each -> left.put(name((Map<?, ?>) each), (Map<?, ?>) each));
        for (var each : asked) {
            var map = (Map<?, ?>) each;
            var now = left.get(name(map));
            if (now == null) {
                throw unfit(
                        "left the list without %s %s, which the object asks for"
                                .formatted(
                                        map.get("kind"),
                                        ((Map<?, ?>) map.get("metadata")).get("name")));
            }
            checkLost(map, now, changed);
            requireSameMetadata(map, now);
        }
        if (!names(asked).equals(names(copy))) {
            throw unfit(
                    "added, removed or reordered objects of the list. A step may only change fields of these objects; to make other objects, write a route of your own");
        }
    }

    /**
     * Checks that steps changed only labels and annotations in an object's metadata. {@link
     * #requireAll} checks the names.
     */
    private static void requireSameMetadata(Map<?, ?> asked, Map<?, ?> copy) {
        if (!isObject(asked) || !isObject(copy)) {
            return;
        }
        var was = (Map<?, ?>) asked.get("metadata");
        var now = (Map<?, ?>) copy.get("metadata");
        var fields = new LinkedHashSet<Object>(now.keySet());
        fields.addAll(was.keySet());
        fields.removeAll(SettableMetadata.FIELDS);
        for (var field : fields) {
            if (!Objects.equals(was.get(field), now.get(field))) {
                throw unfit(
                        "changed metadata.%s of %s %s; remove metadata.%s from the file. Of metadata, steps may change only labels and annotations"
                                .formatted(field, copy.get("kind"), was.get("name"), field));
            }
        }
    }

    private static void requireSameSubject(Map<?, ?> asked, Map<?, ?> copy) {
        if (isObject(copy) && !isObject(asked)) {
            throw unfit(
                    "left a Kubernetes object as the body; the body must be the map that the steps were given");
        }
        if (!asked.isEmpty() && Collections.disjoint(copy.keySet(), asked.keySet())) {
            throw unfit(
                    "left %s map as the body, which has none of the fields that the object asks for"
                            .formatted(copy.isEmpty() ? "an empty" : "a"));
        }
    }

    private static void requireSameSubject(List<?> asked, List<?> copy) {
        if (copy.isEmpty() && !asked.isEmpty()) {
            throw unfit(
                    "left an empty list as the body, which must have the objects that the steps were given");
        }
        for (var each : copy) {
            if (!(each instanceof Map<?, ?> map) || !isObject(map)) {
                throw unfit(
                        "left %s in the list, which must hold Kubernetes objects"
                                .formatted(each instanceof Map<?, ?> ? "a map" : type(each)));
            }
        }
    }

    private static List<String> names(List<?> objects) {
        return objects.stream().map(each -> name((Map<?, ?>) each)).toList();
    }

    private static boolean isObject(Map<?, ?> map) {
        return map.get("apiVersion") instanceof String
                && map.get("kind") instanceof String
                && map.get("metadata") instanceof Map<?, ?>;
    }

    private void findSecrets(Object value, String place) {
        switch (value) {
            case Opaque hidden -> {
                secrets.put(hidden, place);
                hiding.add(place);
            }
            case Map<?, ?> map -> map.forEach((key, each) -> findSecrets(each, place + "." + key));
            case List<?> list -> list.forEach(each -> findSecrets(each, place + ELEMENT));
            case null, default -> {}
        }
    }

    /**
     * @param path path with indices, for messages
     * @param place path without indices
     * @param element the element of the outermost list that contains the value; null when the body
     *     is a map
     */
    private Object value(Object value, String path, String place, Map<?, ?> element, int depth) {
        bounded(value, path, place, depth);
        return switch (value) {
            case null -> null;
            case String text -> counted(text);
            case Boolean truth -> truth;
            case Opaque hidden -> revealed(hidden, path, place, element);
            case Map<?, ?> map -> object(map, path, place, element, depth);
            case List<?> list -> list(list, path, place, element, depth);
            case Number number when isJson(number) -> number;
            default ->
                    throw unfit("left " + type(value) + at(path) + ", which JSON cannot express");
        };
    }

    private void bounded(Object value, String path, String place, int depth) {
        if (depth > DEEPEST || ++values > MOST) {
            throw unfit("left a body that is nested too deeply or has too many values");
        }
        if (hiding.contains(place) && value != null && !(value instanceof Opaque)) {
            throw unfit("replaced the secret value" + at(path) + ", which must stay as it is");
        }
    }

    private List<Object> list(
            List<?> list, String path, String place, Map<?, ?> element, int depth) {
        var out = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            var each = list.get(i);
            boolean outermost = place.isEmpty();
            out.add(
                    value(
                            each,
                            path + "[" + i + "]",
                            outermost ? named(each) : place + ELEMENT,
                            outermost && each instanceof Map<?, ?> map ? map : element,
                            depth + 1));
        }
        return out;
    }

    private Map<String, Object> object(
            Map<?, ?> map, String path, String place, Map<?, ?> element, int depth) {
        var out = new LinkedHashMap<String, Object>();
        for (var entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String key)) {
                throw unfit(
                        "left a map in the body whose key is %s%s; keys must be text"
                                .formatted(type(entry.getKey()), at(path)));
            }
            out.put(
                    counted(key),
                    value(
                            entry.getValue(),
                            path.isEmpty() ? key : path + "." + key,
                            place + "." + key,
                            element,
                            depth + 1));
        }
        return out;
    }

    private String counted(String text) {
        characters += text.length();
        if (characters > LONGEST) {
            throw unfit("left a body of more than 4 MiB");
        }
        return text;
    }

    /**
     * The value of a hidden secret. Throws {@link UnfitWanted} when the steps moved it to another
     * field, where it might be shown.
     */
    private Object revealed(Opaque hidden, String path, String place, Map<?, ?> element) {
        var was = secrets.get(hidden);
        boolean inSecret =
                exports
                        && was != null
                        && element != null
                        && "Secret".equals(element.get("kind"))
                        && was.startsWith(named(element) + ".data.")
                        && place.startsWith(named(element) + ".data.");
        if (was == null || !(was.equals(place) || inSecret)) {
            throw unfit(
                    "left a secret value"
                            + at(path)
                            + ", but a secret value must stay in its field");
        }
        return Opaque.reveal(hidden);
    }

    private static boolean isJson(Number number) {
        return switch (number) {
            case Double d -> Double.isFinite(d);
            case Float f -> Float.isFinite(f);
            case Integer _, Long _, Short _, Byte _, BigInteger _, BigDecimal _ -> true;
            default -> false;
        };
    }

    private static UnfitWanted unfit(String what) {
        return new UnfitWanted(what + "; nothing was applied");
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
            case Map<?, ?> _ -> "a map";
            case Collection<?> list -> "a list (" + list.getClass().getName() + ")";
            case Double _, Float _ -> "a number that is NaN or infinite";
            default -> "a " + value.getClass().getName();
        };
    }

    /**
     * Finds fields that the object asks for and that the body of the steps lacks. Such a field, for
     * example a property of a resource, would be cleared outside. Steps that build a body of their
     * own may omit a field by mistake. So only {@code bean:body} may remove a field.
     *
     * <p>Compares nested maps, but not lists, because steps may replace the elements of a list.
     *
     * @param asked the body that the steps were given
     * @param left the body that the steps left
     * @param changed paths at which, or below which, fields may be missing
     * @throws UnfitWanted naming the first field that is missing
     */
    private static void checkLost(Map<?, ?> asked, Map<?, ?> left, Set<List<String>> changed) {
        checkLost(asked, left, changed, List.of());
    }

    private static void checkLost(
            Map<?, ?> asked, Map<?, ?> left, Set<List<String>> changed, List<String> parent) {
        for (var field : asked.entrySet()) {
            var path = new ArrayList<>(parent);
            path.add(String.valueOf(field.getKey()));
            if (field.getValue() == null || changed.contains(path)) {
                continue;
            }
            var now = left.get(field.getKey());
            if (now == null) {
                throw new UnfitWanted(
                        "left the body without %s, which the object asks for; to remove a field, use bean:body?method=remove; nothing was applied"
                                .formatted(path(path)));
            }
            if (field.getValue() instanceof Map<?, ?> was) {
                checkLost(was, now instanceof Map<?, ?> is ? is : Map.of(), changed, path);
            }
        }
    }

    private static String path(List<String> path) {
        return String.join(".", path);
    }
}
