package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.FixedField;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Fields that count only in the request that creates a resource: from what it is copied or
 * restored. Azure refuses them in a later request. In the creating request, Azure may ignore all
 * other fields. Pure.
 */
public final class CreationFields {
    /** Values, in lower case, with which a resource is made as the body says. */
    private static final Set<String> USUAL =
            Set.of("", "default", "create", "update", "normal", "false");

    private CreationFields() {}

    /** Whether the body asks for a copy or for a restored resource. */
    public static boolean any(List<FixedField> rules, Map<String, Object> body) {
        return !without(rules, body).equals(body);
    }

    /** The body for a resource that exists: without fields that ask for a copy or a restore. */
    public static Map<String, Object> without(List<FixedField> rules, Map<String, Object> body) {
        var out = body;
        for (var rule : rules) {
            out = without(out, List.of(rule.name().split("\\.", -1)));
        }
        return out;
    }

    private static Map<String, Object> without(Map<String, Object> body, List<String> path) {
        var value = body.get(path.getFirst());
        if (value == null) {
            return body;
        }
        var out = new LinkedHashMap<>(body);
        if (path.size() > 1) {
            if (value instanceof Map<?, ?>) {
                out.put(
                        path.getFirst(),
                        without(Values.object(value), path.subList(1, path.size())));
            }
        } else if (!USUAL.contains(String.valueOf(value).toLowerCase(Locale.ROOT))) {
            out.remove(path.getFirst());
        }
        return out;
    }
}
