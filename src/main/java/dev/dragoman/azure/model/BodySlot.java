package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.BodyField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One field of our body, together with the same field in Azure's answer.
 *
 * @param key path of the field; a path through a list has the element's key in brackets
 * @param path path in the rule, with {@code []} for each element of a list
 * @param parent object of our body that holds the field; a change of this object changes the body
 * @param theirs Azure's value, or null
 * @param body our whole body
 * @param shown Azure's whole answer
 * @param element list element of our body that holds the field; empty outside of lists
 * @param same the same element in Azure's answer; empty where the answer does not have the element
 */
record BodySlot(
        String key,
        String path,
        Map<String, Object> parent,
        Object theirs,
        Map<String, Object> body,
        Map<String, Object> shown,
        Map<String, Object> element,
        Map<String, Object> same) {
    private static final String EACH = "[]";

    /**
     * The fields of the body at a path such as {@code .properties.count}; none where the field, or
     * an object that would hold it, is missing.
     */
    static List<BodySlot> of(
            String path,
            List<BodyField> fields,
            Map<String, Object> body,
            Map<String, Object> shown) {
        int at = path.indexOf(EACH);
        if (at < 0) {
            return slot(path, path, names(path), body, shown, body, shown, Map.of(), Map.of())
                    .map(List::of)
                    .orElse(List.of());
        }
        var head = names(path.substring(0, at));
        var ours = Values.list(at(body, head));
        var theirs = Values.list(at(shown, head));
        var field = field(fields, head).orElse(null);
        // matched only by key: equal content or order would not prove that both are the same
        // element
        var matched = Elements.known(field, ours, theirs);
        var out = new ArrayList<BodySlot>();
        for (int i = 0; i < ours.size(); i++) {
            var element = Values.object(ours.get(i));
            var known = Elements.key(field, element);
            Map<String, Object> same =
                    matched[i] == Elements.NONE ? Map.of() : Values.object(theirs.get(matched[i]));
            var key =
                    "%s[%s]%s"
                            .formatted(
                                    String.join(".", head),
                                    known.substring(known.indexOf(':') + 1),
                                    path.substring(at + EACH.length()));
            slot(
                            key,
                            path,
                            names(path.substring(at + EACH.length())),
                            element,
                            same,
                            body,
                            shown,
                            element,
                            same)
                    .ifPresent(out::add);
        }
        return out;
    }

    private static Optional<BodySlot> slot(
            String key,
            String path,
            List<String> names,
            Map<String, Object> ours,
            Map<String, Object> theirs,
            Map<String, Object> body,
            Map<String, Object> shown,
            Map<String, Object> element,
            Map<String, Object> same) {
        var parent = at(ours, names.subList(0, names.size() - 1));
        return parent instanceof Map<?, ?> map && map.containsKey(names.getLast())
                ? Optional.of(
                        new BodySlot(
                                key.startsWith(".") ? key.substring(1) : key,
                                path,
                                Values.object(parent),
                                at(theirs, names),
                                body,
                                shown,
                                element,
                                same))
                : Optional.empty();
    }

    /** Our value, or null. */
    Object ours() {
        return parent.get(name());
    }

    /** Replaces our value in the body. */
    void put(Object value) {
        parent.put(name(), value);
    }

    private String name() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /**
     * The value at another path: ours or, if our body sets none, Azure's; null if neither exists. A
     * path through a list is read in the element of this slot.
     */
    Object beside(String other) {
        int at = other.indexOf(EACH);
        boolean within = at >= 0;
        var names = names(within ? other.substring(at + EACH.length()) : other);
        var ours = at(within ? element : body, names);
        return ours != null ? ours : at(within ? same : shown, names);
    }

    /** Azure's value at another path, in the element of this slot; or null. */
    Object theirsAt(String other) {
        int at = other.indexOf(EACH);
        return at < 0
                ? at(shown, names(other))
                : at(same, names(other.substring(at + EACH.length())));
    }

    private static List<String> names(String path) {
        return Arrays.stream(path.split("\\.")).filter(name -> !name.isEmpty()).toList();
    }

    private static Object at(Map<String, Object> object, List<String> names) {
        Object at = object;
        for (var name : names) {
            at = Values.ignoringCase(Values.object(at), name);
        }
        return at;
    }

    private static Optional<BodyField> field(List<BodyField> fields, List<String> names) {
        Optional<BodyField> found = Optional.empty();
        var among = fields;
        for (var name : names) {
            found = among.stream().filter(each -> each.arm().equals(name)).findFirst();
            among = found.map(BodyField::fields).orElse(List.of());
        }
        return found;
    }
}
