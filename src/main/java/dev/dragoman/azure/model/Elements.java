package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.BodyField;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Matches the elements of our list of objects with those of Azure's list, which Azure reorders:
 * first by key, then elements that do not differ, then the remaining elements in their order. Pure.
 */
final class Elements {
    static final int NONE = -1;

    /**
     * Longest list that is searched for equal elements. The search in a longer list would take too
     * long, so its elements are matched in their order.
     */
    private static final int MOST = 1_000;

    private static final List<String> KEYS = List.of("name", "id");

    private Elements() {}

    /** Whether our element and Azure's element do not differ; the parameters are their indexes. */
    interface Same {
        boolean test(int ours, int theirs);
    }

    /** The key of an element, in a form that can be compared; empty when the element has no key. */
    static String key(BodyField field, Object element) {
        var object = Values.object(element);
        var names = field == null || field.key().isEmpty() ? KEYS : List.of(field.key());
        for (var name : names) {
            var text = Values.text(Values.ignoringCase(object, name));
            if (text.isPresent()) {
                // a key may be a location, which Azure writes with or without spaces
                return name + ":" + text.get().replace(" ", "").toLowerCase(Locale.ROOT);
            }
        }
        return "";
    }

    /**
     * For each of our elements, the index of the matching element of Azure's list; each index
     * occurs once. Both lists must have the same length.
     */
    static int[] matched(BodyField field, List<?> ours, List<?> theirs, Same same) {
        var found = known(field, ours, theirs);
        var taken = new boolean[theirs.size()];
        Arrays.stream(found).filter(j -> j != NONE).forEach(j -> taken[j] = true);
        take(found, taken, i -> !taken[i] && same.test(i, i));
        if (ours.size() <= MOST) {
            equal(found, taken, same);
        }
        var left = new ArrayDeque<Integer>();
        for (int j = 0; j < taken.length; j++) {
            if (!taken[j]) {
                left.add(j);
            }
        }
        for (int i = 0; i < found.length; i++) {
            if (found[i] == NONE) {
                found[i] = left.remove();
            }
        }
        return found;
    }

    /**
     * For each of our elements, the index of the element of Azure's list with the same key; {@link
     * #NONE} if there is none.
     */
    static int[] known(BodyField field, List<?> ours, List<?> theirs) {
        var found = new int[ours.size()];
        Map<String, Deque<Integer>> places = new HashMap<>();
        for (int j = 0; j < theirs.size(); j++) {
            places.computeIfAbsent(key(field, theirs.get(j)), _ -> new ArrayDeque<>()).add(j);
        }
        for (int i = 0; i < ours.size(); i++) {
            var key = key(field, ours.get(i));
            var place = key.isEmpty() ? null : places.getOrDefault(key, new ArrayDeque<>()).poll();
            found[i] = place == null ? NONE : place;
        }
        return found;
    }

    private static void take(int[] found, boolean[] taken, IntPredicate inPlace) {
        for (int i = 0; i < found.length; i++) {
            if (found[i] == NONE && inPlace.test(i)) {
                found[i] = i;
                taken[i] = true;
            }
        }
    }

    private static void equal(int[] found, boolean[] taken, Same same) {
        var open = new ArrayList<Integer>();
        for (int j = 0; j < taken.length; j++) {
            if (!taken[j]) {
                open.add(j);
            }
        }
        for (int i = 0; i < found.length; i++) {
            for (var left = open.iterator(); found[i] == NONE && left.hasNext(); ) {
                int j = left.next();
                if (same.test(i, j)) {
                    found[i] = j;
                    taken[j] = true;
                    left.remove();
                }
            }
        }
    }
}
