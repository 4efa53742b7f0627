package dev.dragoman.tools.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Compares the status that users see with the ARM answer. */
final class StatusRules {
    private StatusRules() {}

    /**
     * Whether the status has the fields of the answer's {@code properties} at its own top level.
     */
    static boolean rootFlattened(TypeNode status, TypeNode arm) {
        return !arm.kids.containsKey("Properties") || flattened(status, arm);
    }

    private static boolean flattened(TypeNode status, TypeNode arm) {
        return !status.kids.containsKey("Properties")
                || arm.kids.get("Properties").kids.containsKey("Properties");
    }

    /** The ARM paths of the {@code properties} that are flattened below the root. */
    static List<String> flattenedBelow(TypeNode status, TypeNode arm) {
        List<String> out = new ArrayList<>();
        walk(status, arm, "", out);
        return List.copyOf(out);
    }

    private static void walk(TypeNode status, TypeNode arm, String path, List<String> out) {
        for (TypeNode field : arm.kids.values()) {
            String json = jsonName(field, status.kid(field.name));
            String inner = path.isEmpty() ? json : path + "." + json;
            if (field.name.equals("Properties") && flattened(status, arm)) {
                if (!path.isEmpty()) {
                    out.add(inner);
                }
                walk(status, field, inner, out);
                continue;
            }
            TypeNode shown = status.kid(field.name);
            if (shown != null) {
                walk(shown, field, inner, out);
            }
        }
    }

    /**
     * The ARM path of a status field, in the spelling of the status, which is the same as Azure's.
     *
     * @param status the status that users see, or the part of it that corresponds to {@code arm};
     *     null when there is none
     * @param goPath Go names of the field, such as {@code PrimaryEndpoints.Web}
     * @return empty when the answer has no such field
     */
    static Optional<String> armPath(TypeNode status, TypeNode arm, String goPath) {
        int dot = goPath.indexOf('.');
        String head = dot < 0 ? goPath : goPath.substring(0, dot);
        TypeNode direct = arm.kid(head);
        if (direct != null) {
            TypeNode shown = kid(status, head);
            String json = jsonName(direct, shown);
            return dot < 0
                    ? Optional.of(json)
                    : armPath(shown, direct, goPath.substring(dot + 1))
                            .map(rest -> json + "." + rest);
        }
        TypeNode properties = arm.kids.get("Properties");
        if (properties == null) {
            return Optional.empty();
        }
        TypeNode shown = kid(status, "Properties");
        return armPath(shown == null ? status : shown, properties, goPath)
                .map(rest -> "properties." + rest);
    }

    private static TypeNode kid(TypeNode node, String name) {
        return node == null ? null : node.kid(name);
    }

    private static String jsonName(TypeNode field, TypeNode shown) {
        return shown != null && shown.json != null
                ? shown.json
                : field.name.substring(0, 1).toLowerCase(Locale.ROOT) + field.name.substring(1);
    }
}
