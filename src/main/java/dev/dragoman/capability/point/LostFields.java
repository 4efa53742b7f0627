package dev.dragoman.capability.point;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds fields that were asked for and are missing from a body. A body that steps have built anew
 * would clear the fields that it leaves out, such as the properties of a resource. So only the
 * product's own bean may remove a field.
 */
final class LostFields {
    private LostFields() {}

    /**
     * Compares maps; not lists, since steps may replace their elements.
     *
     * @param changed paths at which, or below which, fields may be missing
     * @throws UnfitWanted naming the first field that is missing
     */
    static void check(Map<?, ?> asked, Map<?, ?> left, Set<List<String>> changed) {
        check(asked, left, changed, List.of());
    }

    private static void check(
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
                                .formatted(text(path)));
            }
            if (field.getValue() instanceof Map<?, ?> was) {
                check(was, now instanceof Map<?, ?> is ? is : Map.of(), changed, path);
            }
        }
    }

    private static String text(List<String> path) {
        return String.join(".", path);
    }
}
