package dev.dragoman.camel.point;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import dev.dragoman.capability.point.FieldType;
import dev.dragoman.capability.point.PointStep;
import dev.dragoman.kube.object.Json;
import dev.dragoman.settings.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;

/**
 * The bean {@code body}: changes the message body at the point {@code desired}: the wanted body for
 * Azure, or the wanted objects. If the body is a list of objects, a path may begin with {@code
 * Kind:} or {@code Kind/name:}. It then applies to these objects only, otherwise to all objects.
 * Thread-safe.
 */
public final class BodyBean {
    private static final String CLASSES = "io.fabric8.kubernetes.api.model.";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final String TAGS = "tags";

    /**
     * Sets a field, even if the reconciled object sets it; creates missing parents. A null value,
     * such as that of a missing label, changes nothing.
     *
     * @throws IllegalArgumentException when the kind has no such field
     */
    public void set(String path, Object value, Exchange exchange) {
        each(path, exchange, (map, at) -> put(map, at, fitting(path, at, value, exchange), true));
    }

    /** Sets a field only if the object does not set it. A null value changes nothing. */
    public void setDefault(String path, Object value, Exchange exchange) {
        each(path, exchange, (map, at) -> put(map, at, fitting(path, at, value, exchange), false));
    }

    /** Converts a value, which in routes is often a text, to the type of the field. */
    private static Object fitting(
            String path, List<String> names, Object value, Exchange exchange) {
        if (value == null || !(exchange.getMessage().getBody() instanceof Map<?, ?>)) {
            return value;
        }
        return run(exchange).step().field(names).fit(value, path);
    }

    /** Adds a value to a list that lacks it; makes a missing list. A null value changes nothing. */
    public void add(String path, Object value, Exchange exchange) {
        each(
                path,
                exchange,
                (map, at) -> {
                    if (value != null) {
                        put(map, at, fitting(path, at, new ArrayList<>(), exchange), false);
                        append(child(parent(map, at, true), at.getLast(), false), value, path);
                    }
                });
    }

    @SuppressWarnings("unchecked") // a list of JSON values
    private static void append(Object to, Object value, String path) {
        if (!(to instanceof List<?> list)) {
            throw new IllegalArgumentException(path + " is no list; use 'set'");
        }
        if (list.stream().noneMatch(each -> Json.same(each, value))) {
            ((List<Object>) list).add(value);
        }
    }

    /** Removes a field, or an element of a list. */
    public void remove(String path, Exchange exchange) {
        each(path, exchange, BodyBean::take);
    }

    /**
     * Sets a tag only if the object does not set it. Does nothing when the value is null or the
     * Azure type has no tags. Compares names of tags without case, as Azure does.
     */
    public void tag(String name, Object value, Exchange exchange) {
        var step = run(exchange).step();
        if (!(exchange.getMessage().getBody() instanceof Map<?, ?> body)) {
            throw new IllegalArgumentException(
                    "%s changes Kubernetes objects, which have labels and no tags: use set('metadata.labels.%s', ...)"
                            .formatted(step.id(), name));
        }
        if (value == null || step.field(List.of(TAGS, name)) == FieldType.NONE) {
            return;
        }
        boolean present =
                body.get(TAGS) instanceof Map<?, ?> tags
                        && tags.keySet().stream()
                                .anyMatch(key -> name.equalsIgnoreCase(String.valueOf(key)));
        if (!present) {
            put(json(body), List.of(TAGS, name), String.valueOf(value), true);
        }
    }

    private static PointRun run(Exchange exchange) {
        return PointRun.of(exchange, "body");
    }

    /** A change at a path of a map. */
    private interface Change {
        void on(Map<String, Object> map, List<String> path);
    }

    private static void each(String text, Exchange exchange, Change change) {
        var run = run(exchange);
        var step = run.step();
        var body = exchange.getMessage().getBody();
        if (body instanceof Map<?, ?> map) {
            var path = Paths.of(text);
            run.change(path);
            if (step.field(path) == FieldType.NONE) {
                throw new IllegalArgumentException(
                        "the kind has no field %s; docs/kinds.md links the kind to its Azure type, which lists the fields. If only some kinds have the field, check ${body?[%s]} != null or the header CamelKubernetesReconcileKind first"
                                .formatted(text, path.getFirst()));
            }
            noList(step, json(map), path);
            change.on(json(map), path);
        } else if (body instanceof List<?> list) {
            int colon = text.indexOf(':');
            var path = Paths.of(text.substring(colon + 1));
            run.change(path);
            if (text.startsWith("[")) {
                throw new IllegalArgumentException(
                        "'%s': write kind, or kind and name, before the path, such as Namespace:metadata.labels.team"
                                .formatted(text));
            }
            var which = colon < 0 ? "" : text.substring(0, colon);
            var kinds = list.stream().map(each -> String.valueOf(below(each, "kind"))).toList();
            Nearest.refuse(which.replaceFirst("/.*", ""), kinds, "no object is a " + which);
            list.stream()
                    .filter(Map.class::isInstance)
                    .map(each -> json((Map<?, ?>) each))
                    .filter(each -> which.isEmpty() || isOne(each, which))
                    .peek(each -> checkField(each, path))
                    .forEach(each -> change.on(each, path));
        } else {
            throw new IllegalStateException(
                    "the message body at the point %s is no longer a map or a list, because a step has replaced it"
                            .formatted(step.id()));
        }
    }

    /**
     * Refuses to set an element of a list that does not exist, because the list's other elements
     * are unknown.
     */
    private static void noList(PointStep step, Map<String, Object> map, List<String> path) {
        Object at = map;
        for (int i = 0; i < path.size() - 1; i++) {
            at = below(at, path.get(i));
            if (at == null && step.field(path.subList(0, i + 1)) == FieldType.LIST) {
                throw new IllegalArgumentException(
                        "the body has no list '%s', so its element %s cannot be set; set the whole list"
                                .formatted(path.get(i), path.get(i + 1)));
            }
        }
    }

    /** The value of a field or element; null when there is none. */
    private static Object below(Object at, String name) {
        return switch (at) {
            case List<?> list -> list.get(index(list, name));
            case Map<?, ?> map -> map.get(name);
            case null, default -> null;
        };
    }

    private static boolean isOne(Map<String, Object> object, String which) {
        var kind = String.valueOf(object.get("kind"));
        var name = object.get("metadata") instanceof Map<?, ?> metadata ? metadata.get("name") : "";
        return which.equals(kind) || which.equals(kind + "/" + name);
    }

    private static void put(
            Map<String, Object> map, List<String> path, Object value, boolean replace) {
        if (value == null) {
            return;
        }
        var last = path.getLast();
        var at = parent(map, path, true);
        if (at instanceof List<?> list) {
            element(list, last, value, replace);
        } else if (replace || json((Map<?, ?>) at).get(last) == null) {
            json((Map<?, ?>) at).put(last, value);
        }
    }

    /** What has the last element of the path; null when there is none, and none is to be made. */
    private static Object parent(Map<String, Object> map, List<String> path, boolean make) {
        Object at = map;
        for (int i = 0; i < path.size() - 1 && at != null; i++) {
            at = child(at, path.get(i), make);
        }
        return at;
    }

    @SuppressWarnings("unchecked") // a list of JSON values
    private static void element(List<?> list, String index, Object value, boolean replace) {
        int at = index(list, index);
        if (replace || list.get(at) == null) {
            ((List<Object>) list).set(at, value);
        }
    }

    private static int index(List<?> list, String text) {
        int index = text.matches("\\d{1,6}") ? Integer.parseInt(text) : -1;
        if (index < 0 || index >= list.size()) {
            throw new IllegalArgumentException(
                    "the list has %d elements, but none with the index '%s'"
                            .formatted(list.size(), text));
        }
        return index;
    }

    private static Object child(Object at, String name, boolean make) {
        if (at instanceof List<?> list) {
            return list.get(index(list, name));
        }
        var map = json((Map<?, ?>) at);
        var child = map.get(name);
        if (child instanceof Map<?, ?> || child instanceof List<?>) {
            return child;
        }
        if (!make) {
            return null;
        }
        if (child != null) {
            throw new IllegalArgumentException(
                    "the field '%s' is neither a map nor a list, so no field below it can be set"
                            .formatted(name));
        }
        var made = new LinkedHashMap<String, Object>();
        map.put(name, made);
        return made;
    }

    private static void take(Map<String, Object> map, List<String> path) {
        var at = parent(map, path, false);
        if (at instanceof List<?> list) {
            list.remove(index(list, path.getLast()));
        } else if (at instanceof Map<?, ?> parent) {
            parent.remove(path.getLast());
        }
    }

    @SuppressWarnings("unchecked") // JSON objects have text keys
    private static Map<String, Object> json(Map<?, ?> map) {
        return (Map<String, Object>) map;
    }

    /**
     * Refuses a misspelt field of one of Kubernetes' own kinds, as the client's classes have them.
     * One that resembles none may be of a newer Kubernetes.
     */
    private static void checkField(Map<String, Object> object, List<String> path) {
        var type = MAPPER.constructType(kindClass(object));
        for (var name : path) {
            if (type.isCollectionLikeType()) {
                type = type.getContentType();
                // in the other place, or of a kind that the client does not have
            }
            if (!type.getRawClass().getName().startsWith(CLASSES)) {
                return;
            }
            var fields = MAPPER.getSerializationConfig().introspect(type).findProperties();
            var names = fields.stream().map(BeanPropertyDefinition::getName).toList();
            int at = names.indexOf(name);
            if (at < 0) {
                Nearest.refuse(name, names, "a " + object.get("kind") + " has no field " + path);
                return;
            }
            type = fields.get(at).getPrimaryType();
        }
    }

    /** The client's class of the object's kind: in the package of its group, or of its version. */
    private static Class<?> kindClass(Map<String, Object> object) {
        var parts = String.valueOf(object.get("apiVersion")).split("/", 2);
        var group = parts.length < 2 ? "" : parts[0].replaceFirst("\\..*", "") + ".";
        for (var place : List.of(group, group + parts[parts.length - 1] + ".")) {
            try {
                return Class.forName(CLASSES + place + object.get("kind"));
            } catch (ClassNotFoundException | LinkageError other) {
                // in the other place, or of a kind that the client does not have
            }
        }
        return Map.class;
    }
}
