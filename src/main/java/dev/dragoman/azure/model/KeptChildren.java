package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.BodyField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Keeps child resources that are part of their parent's body: a PUT of the parent without them
 * would delete them. Pure.
 */
public final class KeptChildren {
    private KeptChildren() {}

    /** Whether any of the fields holds such children. */
    public static boolean any(List<BodyField> fields) {
        return fields.stream().anyMatch(field -> field.kept() || any(field.fields()));
    }

    /**
     * The body with the children added that only Azure has. These children are without fields that
     * Azure shows but does not accept.
     *
     * @param body what the spec asks for; is not changed
     * @param shown what Azure shows of the resource
     */
    public static Map<String, Object> added(
            List<BodyField> fields, Map<String, Object> body, Map<String, Object> shown) {
        Map<String, Object> out = new LinkedHashMap<>(body);
        for (BodyField field : fields) {
            Object theirs = Values.ignoringCase(shown, field.arm());
            // users of the open kind write names in any case
            var name =
                    body.keySet().stream()
                            .filter(field.arm()::equalsIgnoreCase)
                            .findFirst()
                            .orElse(field.arm());
            if (field.kept()) {
                var all = withTheirs(field, Values.list(body.get(name)), Values.list(theirs));
                if (!all.isEmpty()) {
                    out.put(name, all);
                }
            } else if (theirs instanceof Map<?, ?> && any(field.fields())) {
                var inner =
                        added(field.fields(), Values.object(body.get(name)), Values.object(theirs));
                if (!inner.isEmpty()) {
                    out.put(name, inner);
                }
            }
        }
        return out;
    }

    private static List<Object> withTheirs(BodyField field, List<?> ours, List<?> theirs) {
        List<Object> out = new ArrayList<>(ours);
        for (Object child : theirs) {
            if (named(ours, Values.object(child).get("name")) == null && !deleting(child)) {
                out.add(accepted(field, child));
            }
        }
        return out;
    }

    /** Whether Azure is deleting the child. A PUT with such a child would create it again. */
    private static boolean deleting(Object child) {
        var element = Values.object(child);
        var state = "provisioningState";
        return Stream.of(element.get(state), Values.at(element, "properties", state))
                .anyMatch(each -> "Deleting".equalsIgnoreCase(String.valueOf(each)));
    }

    /** The element of that name, ignoring case; null when there is none. */
    static Object named(List<?> elements, Object name) {
        return elements.stream()
                .filter(
                        element ->
                                Values.object(element).get("name") instanceof String text
                                        && name instanceof String wanted
                                        && text.equalsIgnoreCase(wanted))
                .findFirst()
                .orElse(null);
    }

    /** The value without fields that Azure shows but does not accept in a PUT. */
    private static Object accepted(BodyField field, Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(item -> accepted(field, item)).toList();
        }
        if (!(value instanceof Map<?, ?>) || field.fields().isEmpty()) {
            return value;
        }
        Map<String, Object> out = new LinkedHashMap<>();
        Values.object(value)
                .forEach(
                        (name, kept) -> {
                            if (kept != null && !List.of().equals(kept)) {
                                field.fields().stream()
                                        .filter(inner -> inner.arm().equalsIgnoreCase(name))
                                        .findFirst()
                                        .ifPresent(inner -> out.put(name, accepted(inner, kept)));
                            }
                        });
        return out;
    }
}
