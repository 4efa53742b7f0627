package dev.dragoman.kube.object;

import static java.util.stream.Collectors.toSet;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Compares applied values with the object that the API server returned. Fields and entries of lists
 * that were added, such as defaults, labels and sidecars, are no difference; nor is another
 * spelling of a quantity, or a value that means nothing and is left out. Pure.
 */
public final class AppliedValues {
    private AppliedValues() {}

    /** By path, the values that the answer has in place of applied ones; null for none. */
    public static Map<String, Object> changed(
            Map<String, Object> applied, Map<String, Object> answer) {
        var changed = new LinkedHashMap<String, Object>();
        compare("", applied, answer, changed);
        // the API server keeps this under data
        changed.keySet().removeIf(each -> each.startsWith(".stringData"));
        return changed;
    }

    private static void compare(
            String path, Object applied, Object answer, Map<String, Object> to) {
        if (applied instanceof Map<?, ?> one && answer instanceof Map<?, ?> other) {
            one.forEach((key, value) -> compare(path + "." + key, value, other.get(key), to));
        } else if (applied instanceof List<?> one
                && answer instanceof List<?> other
                && one.stream().anyMatch(Map.class::isInstance)) {
            one.forEach(each -> entry(path, each, other, to));
        } else if (!(answer == null ? isNothing(applied) : same(applied, answer))) {
            to.put(path, answer);
        }
    }

    /** Compares an entry with that of the same name, or finds one that has all of it. */
    private static void entry(String path, Object one, List<?> answer, Map<String, Object> to) {
        var name = name(one);
        var found =
                answer.stream()
                        .filter(
                                each ->
                                        name.isPresent()
                                                ? name.equals(name(each))
                                                : holds(one, each))
                        .findFirst();
        compare(
                name.map(each -> "%s[%s]".formatted(path, each)).orElse(path),
                one,
                found.orElse(null),
                to);
    }

    private static Optional<Object> name(Object entry) {
        return entry instanceof Map<?, ?> map
                ? Optional.ofNullable(map.get("name"))
                : Optional.empty();
    }

    private static boolean holds(Object applied, Object answer) {
        var changed = new LinkedHashMap<String, Object>();
        compare("", applied, answer, changed);
        return changed.isEmpty();
    }

    /** Whether the API server may leave the value out. */
    private static boolean isNothing(Object value) {
        return switch (value) {
            case Map<?, ?> map -> map.values().stream().allMatch(AppliedValues::isNothing);
            case List<?> list -> list.isEmpty();
            case null, default -> value == null || Set.of("", "0", "false").contains("" + value);
        };
    }

    private static boolean same(Object applied, Object answer) {
        try {
            return Json.same(applied, answer)
                    || new Quantity("" + applied).equals(new Quantity("" + answer));
        } catch (IllegalArgumentException noQuantity) {
            return false;
        }
    }

    /**
     * The first field of a NetworkPolicy that has rules which were not applied, or that selects
     * other pods.
     */
    public static Optional<String> opened(Map<String, Object> applied, Map<String, Object> answer) {
        return Stream.of("podSelector", "policyTypes", "egress", "ingress")
                .filter(
                        field -> {
                            var meant = entries(applied, field);
                            var now = entries(answer, field);
                            return field.equals("policyTypes")
                                    ? !now.containsAll(meant)
                                    : !meant.containsAll(now);
                        })
                .map("spec."::concat)
                .findFirst();
    }

    private static Set<String> entries(Map<String, Object> policy, String field) {
        return switch (Json.map(policy, "spec").get(field)) {
            case null -> field.equals("podSelector") ? Set.of("{}") : Set.of();
            case List<?> list ->
                    list.stream().map(each -> Json.canonical(brief(each))).collect(toSet());
            case Object one -> Set.of(Json.canonical(brief(one)));
        };
    }

    /**
     * The rule without what means nothing: null, empty lists, empty {@code matchLabels}, and the
     * default protocol. An empty selector stays, since it selects everything.
     */
    private static Object brief(Object rule) {
        if (rule instanceof List<?> list) {
            return list.stream().map(AppliedValues::brief).toList();
        }
        if (!(rule instanceof Map<?, ?> map)) {
            return rule;
        }
        var out = new LinkedHashMap<String, Object>();
        map.forEach(
                (key, value) -> {
                    boolean nothing =
                            value == null
                                    || List.of().equals(value)
                                    || (key.equals("matchLabels") && Map.of().equals(value))
                                    || (key.equals("protocol") && value.equals("TCP"));
                    if (!nothing) {
                        out.put(String.valueOf(key), brief(value));
                    }
                });
        return out;
    }
}
