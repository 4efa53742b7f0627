package dev.dragoman.capability.point;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds fields that the object asks for and that the body of the steps lacks. Such a field, for
 * example a property of a resource, would be cleared outside. Steps that build a body of their own
 * may omit a field by mistake. So only {@code bean:body} may remove a field.
 */
final class LostFields {
    private LostFields() {}

    /**
     * Compares nested maps, but not lists, because steps may replace the elements of a list.
     *
     * @param asked the body that the steps were given
     * @param left the body that the steps left
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
