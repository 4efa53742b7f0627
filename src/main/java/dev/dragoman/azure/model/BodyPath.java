package dev.dragoman.azure.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A path in the body of an {@code ArmResource}, such as {@code properties.rules[0].subnet.id}.
 * Names are separated by dots, and an index is that of an element that the body has, or of the next
 * one. A last name in braces, {@code identity.userAssignedIdentities.{main}}, stands for the value
 * itself as a key. Pure.
 */
public final class BodyPath {
    private static final String NAME = "[^.\\[\\]{}\\s]{1,200}";
    private static final Pattern STEP = Pattern.compile("\\[(\\d{1,4})]|([^.\\[\\]]+)");
    private static final Pattern PATH =
            Pattern.compile(
                    "%1$s(\\[\\d{1,4}]|\\.%1$s){0,40}(\\.\\{[A-Za-z0-9-]{1,63}})?".formatted(NAME));

    /** The order in which paths are put: an element of a list before the next one. */
    public static final Comparator<String> ORDER =
            Comparator.comparing(
                    path ->
                            Pattern.compile("\\d+")
                                    .matcher(path)
                                    .replaceAll(each -> "%9s".formatted(each.group())));

    private BodyPath() {}

    /** Whether a text is a path. */
    public static boolean is(String text) {
        return PATH.matcher(text).matches();
    }

    /** Whether the value at the path becomes a key. */
    public static boolean isKey(String path) {
        return path.endsWith("}");
    }

    /**
     * Puts a value at a path, and objects above it where there are none.
     *
     * @param body the body, which is changed; its objects and lists must be mutable
     * @return false, with the value nowhere, if the body has a value there, or something else above
     *     it than a path leads through
     */
    static boolean put(Map<String, Object> body, String path, Object value) {
        if (!is(path)) {
            return false;
        }
        List<Object> steps = new ArrayList<>();
        var found = STEP.matcher(path);
        while (found.find()) {
            steps.add(found.group(1) == null ? found.group(2) : Integer.valueOf(found.group(1)));
        }
        Object at = body;
        for (int i = 0; i + 1 < steps.size(); i++) {
            Object next = get(at, steps.get(i));
            if (next == null) {
                next = steps.get(i + 1) instanceof Integer ? new ArrayList<>() : Values.mutable();
                if (!set(at, steps.get(i), next)) {
                    return false;
                }
            }
            at = next;
        }
        var last = steps.getLast();
        if (isKey(path)) {
            return at instanceof Map<?, ?> && set(at, value, Values.mutable());
        }
        return get(at, last) == null && set(at, last, value);
    }

    private static Object get(Object at, Object step) {
        if (at instanceof List<?> list && step instanceof Integer index) {
            return index < list.size() ? list.get(index) : null;
        }
        return step instanceof String name ? Values.ignoringCase(Values.object(at), name) : null;
    }

    @SuppressWarnings("unchecked") // a JSON value
    private static boolean set(Object at, Object step, Object value) {
        if (at instanceof List<?> list && step instanceof Integer index) {
            boolean within = index < list.size();
            if (within) {
                ((List<Object>) list).set(index, value);
            } else if (index == list.size()) {
                ((List<Object>) list).add(value);
            }
            return within || index == list.size() - 1;
        }
        if (!(at instanceof Map<?, ?>) || step instanceof Integer) {
            return false;
        }
        ((Map<String, Object>) at).put((String) step, value);
        return true;
    }
}
