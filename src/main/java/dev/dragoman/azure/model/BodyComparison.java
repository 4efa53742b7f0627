package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.BodyField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Compares our body with Azure's answer. Only fields of our body count: read-only fields, defaults
 * and a tag that someone added are no differences. Neither is the order of a list of scalars,
 * because Azure reorders such lists. {@link BodyHash} notices when we send a new order, or no
 * longer send a field.
 */
public final class BodyComparison {
    /**
     * Names of fields, at any depth, whose values are locations, which Azure spells in several
     * ways.
     */
    private static final Set<String> LOCATIONS = Set.of("location", "locations", "locationName");

    /**
     * Largest number of values that are compared to match elements of lists. No resource needs so
     * many; the limit is for lists that somebody made long on purpose.
     */
    private static final int MOST_TRIED = 500_000;

    private final Set<String> skipped;
    private final AtomicInteger left;
    private final boolean trial;
    private final List<Difference> differences = new ArrayList<>();

    /**
     * A difference.
     *
     * @param path ARM path
     * @param desired value in our body; null where it is to be empty
     * @param actual value that Azure shows; null where it shows none
     */
    public record Difference(String path, Object desired, Object actual) {}

    private BodyComparison(Set<String> skipped, AtomicInteger left, boolean trial) {
        this.skipped = skipped;
        this.left = left;
        this.trial = trial;
    }

    /**
     * ARM paths that differ, in the order of the body, with both values. A list of scalars, or a
     * list whose length differs, is one path. A value that is a list or an object must not be
     * printed. It may contain values from a Secret even if their paths are skipped.
     *
     * @param desired the body of the PUT
     * @param actual the answer to a GET
     * @param skipped ARM paths that are not compared: those whose value came from a Secret, and
     *     those that Azure is known not to show
     */
    public static List<Difference> between(
            AzureVersion version,
            Map<String, Object> desired,
            Map<String, Object> actual,
            Set<String> skipped) {
        var comparison = new BodyComparison(skipped, new AtomicInteger(MOST_TRIED), false);
        comparison.object(version.body(), desired, actual, "");
        return List.copyOf(comparison.differences);
    }

    private void object(
            List<BodyField> fields,
            Map<String, Object> desired,
            Map<String, Object> actual,
            String path) {
        desired.forEach(
                (name, value) -> {
                    String at = Values.join(path, name);
                    boolean resourceName = at.equals("name");
                    Optional<BodyField> field = find(fields, name);
                    if (resourceName
                            || skipped.contains(at)
                            || field.filter(BodyField::writeOnly).isPresent()) {
                        return;
                    }
                    value(field.orElse(null), value, Values.ignoringCase(actual, name), at, false);
                });
    }

    /**
     * Finds a field by its name, also in the variants of a one-of: their fields are sent without a
     * wrapper.
     */
    private static Optional<BodyField> find(List<BodyField> fields, String name) {
        return fields.stream()
                .filter(field -> field.arm().equalsIgnoreCase(name) && !union(field))
                .findFirst()
                .or(
                        () ->
                                fields.stream()
                                        .filter(BodyComparison::union)
                                        .map(field -> find(field.fields(), name))
                                        .flatMap(Optional::stream)
                                        .findFirst());
    }

    private static boolean union(BodyField field) {
        return field.from().stream().anyMatch(from -> from.source() == BodyField.Source.UNION);
    }

    private void value(BodyField field, Object desired, Object actual, String path, boolean inMap) {
        if (trial && left.decrementAndGet() < 0) {
            differences.add(new Difference(path, desired, actual));
        } else {
            compared(field, desired, actual, path, inMap);
        }
    }

    private void compared(
            BodyField field, Object desired, Object actual, String path, boolean inMap) {
        boolean keyed = field != null && field.shape() == BodyField.Shape.MAP && !inMap;
        if (empty(desired, keyed) && empty(actual, keyed)) {
            return;
        }
        if (desired instanceof Map<?, ?> map && actual instanceof Map<?, ?> other) {
            Map<String, Object> ours = Values.object(map);
            Map<String, Object> theirs = Values.object(other);
            if (keyed) {
                ours.forEach(
                        (key, entry) -> entry(field, entry, theirs, key, Values.join(path, key)));
            } else {
                object(field == null ? List.of() : field.fields(), ours, theirs, path);
            }
        } else if (desired instanceof List<?> ours && actual instanceof List<?> theirs) {
            list(field, ours, theirs, path, inMap);
        } else if (!(desired instanceof Map<?, ?> map && neverShown(field, map, actual))
                && !same(field, desired, actual, path, inMap)) {
            differences.add(new Difference(path, desired, actual));
        }
    }

    private static boolean same(
            BodyField field, Object desired, Object actual, String path, boolean inMap) {
        boolean anyCase = isEnum(field) || (!inMap && Scalars.areUuids(desired, actual));
        return Scalars.equal(desired, actual, location(path), anyCase);
    }

    private void entry(
            BodyField field, Object entry, Map<String, Object> theirs, String key, String path) {
        boolean present = theirs.keySet().stream().anyMatch(key::equalsIgnoreCase);
        if (skipped.contains(path)) {
            return;
        }
        if (present) {
            value(field, entry, Values.ignoringCase(theirs, key), path, true);
        } else {
            differences.add(new Difference(path, entry, null));
        }
    }

    /**
     * Whether Azure shows nothing of an object because Azure never shows any of the object's
     * fields.
     */
    private static boolean neverShown(BodyField field, Map<?, ?> desired, Object actual) {
        return actual == null
                && field != null
                && !field.fields().isEmpty()
                && desired.keySet().stream()
                        .allMatch(
                                name ->
                                        find(field.fields(), (String) name)
                                                .filter(BodyField::writeOnly)
                                                .isPresent());
    }

    private void list(BodyField field, List<?> ours, List<?> theirs, String path, boolean inMap) {
        if (field != null && field.kept()) {
            kept(field, ours, theirs, path);
            return;
        }
        if (ours.size() != theirs.size()) {
            differences.add(new Difference(path, ours, theirs));
            return;
        }
        if (ours.stream().noneMatch(item -> item instanceof Map<?, ?> || item instanceof List<?>)) {
            if (!Scalars.sameMembers(ours, theirs, location(path), isEnum(field))) {
                differences.add(new Difference(path, ours, theirs));
            }
            return;
        }
        var same =
                Elements.matched(
                        field,
                        ours,
                        theirs,
                        (i, j) ->
                                equal(field, ours.get(i), theirs.get(j), element(path, i), inMap));
        for (int i = 0; i < ours.size(); i++) {
            value(field, ours.get(i), theirs.get(same[i]), element(path, i), inMap);
        }
    }

    private static String element(String path, int index) {
        return path + "[" + index + "]";
    }

    private boolean equal(BodyField field, Object ours, Object theirs, String path, boolean inMap) {
        var apart = new BodyComparison(skipped, left, true);
        apart.value(field, ours, theirs, path, inMap);
        return apart.differences.isEmpty();
    }

    /** Compares elements by name; elements that others added are no differences. */
    private void kept(BodyField field, List<?> ours, List<?> theirs, String path) {
        for (int i = 0; i < ours.size(); i++) {
            Object found = KeptChildren.named(theirs, Values.object(ours.get(i)).get("name"));
            if (found == null) {
                differences.add(new Difference(path + "[" + i + "]", ours.get(i), null));
            } else {
                var named = new LinkedHashMap<>(Values.object(ours.get(i)));
                // matched by name without case: another case of the name is no difference
                named.put("name", Values.object(found).get("name"));
                value(field, named, found, path + "[" + i + "]", false);
            }
        }
    }

    /**
     * Whether Azure takes a value as unset. Null, absent and empty values are unset; false and 0
     * are not. {@code keyed}: whether the value is a map, in which a key counts even without a
     * value.
     */
    private static boolean empty(Object value, boolean keyed) {
        return switch (value) {
            case null -> true;
            case String text -> text.isEmpty();
            case List<?> list -> list.isEmpty();
            case Map<?, ?> map ->
                    map.isEmpty() || (!keyed && map.values().stream().allMatch(Objects::isNull));
            default -> false;
        };
    }

    private static boolean location(String path) {
        String last = path.substring(path.lastIndexOf('.') + 1);
        int bracket = last.indexOf('[');
        return LOCATIONS.contains(bracket < 0 ? last : last.substring(0, bracket));
    }

    private static boolean isEnum(BodyField field) {
        return field != null && !field.values().isEmpty();
    }
}
