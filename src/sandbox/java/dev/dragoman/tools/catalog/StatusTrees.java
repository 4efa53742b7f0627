package dev.dragoman.tools.catalog;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the type tree of a kind's answer among the trees of its group. The tree's name is not
 * always that of the kind.
 */
final class StatusTrees {
    private static final String SUFFIX = "_STATUS";
    private static final String PROPERTIES = "Properties";

    private StatusTrees() {}

    /**
     * The tree with the kind's name, ignoring case; otherwise the only tree with exactly the fields
     * of the status that users see.
     *
     * @param arm the trees of the payload by name
     * @param status the status that users see
     * @throws IllegalStateException when no tree, or more than one, has these fields
     */
    static TypeNode of(String kind, Map<String, TypeNode> arm, TypeNode status) {
        for (var each : arm.entrySet()) {
            if (each.getKey().equalsIgnoreCase(kind + SUFFIX)) {
                return each.getValue();
            }
        }
        boolean flattened = !status.kids.containsKey(PROPERTIES);
        var wanted = names(status, false);
        // the conditions are the operator's, not Azure's
        wanted.remove("conditions");
        List<TypeNode> same =
                arm.entrySet().stream()
                        .filter(each -> each.getKey().endsWith(SUFFIX))
                        .filter(each -> names(each.getValue(), flattened).equals(wanted))
                        .map(Map.Entry::getValue)
                        .toList();
        if (same.size() != 1) {
            throw new IllegalStateException(
                    "%s: %s; its answer must be named %s%s, or be the only tree with the fields %s"
                            .formatted(
                                    kind,
                                    same.isEmpty()
                                            ? "no tree of the payload has the fields of its status"
                                            : "more than one tree of the payload has the fields of its status: "
                                                    + same.stream().map(tree -> tree.name).toList(),
                                    kind,
                                    SUFFIX,
                                    wanted));
        }
        return same.getFirst();
    }

    private static Set<String> names(TypeNode tree, boolean flattened) {
        Set<String> out = new HashSet<>();
        for (TypeNode field : tree.kids.values()) {
            if (flattened && field.name.equals(PROPERTIES)) {
                field.kids.keySet().forEach(name -> out.add(TypeNode.plain(name)));
            } else {
                out.add(TypeNode.plain(field.name));
            }
        }
        return out;
    }
}
