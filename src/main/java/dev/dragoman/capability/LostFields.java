package dev.dragoman.capability;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Fields that were asked for and are not in the body any more. A body that steps have built anew
 * would empty what it leaves out, such as the properties of a resource; so a field is taken away by
 * the product's bean or not at all.
 */
final class LostFields {
    private LostFields() {}

    /**
     * Looks at maps, not into lists, whose elements are values that steps may set.
     *
     * @param changed paths that may have lost something, and all below these
     * @throws UnfitWanted naming the first field that is lost
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
                        "left the body without %s, which the object asks for; take a field away by bean:body?method=remove; nothing was made of it"
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
