package dev.dragoman.azure.check;

import dev.dragoman.azure.catalog.KindRules;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.ObjectCache;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Finds which resource an {@code AutoscaleSetting} scales, and between what bounds. */
public final class AutoscaleTargets {
    /** Name of the index of AutoscaleSettings by the resource that they scale. */
    public static final String INDEX = "autoscale-target";

    private static final String KIND = "AutoscaleSetting";
    private static final String GROUP = "insights.azure.com";

    private AutoscaleTargets() {}

    /**
     * Lowest and highest capacity over all profiles of the AutoscaleSettings that scale an object.
     *
     * @param names names of these AutoscaleSettings, separated by commas
     */
    record Bounds(long low, long high, String names) {}

    /** Value of {@link #INDEX} for an object; empty unless it is an enabled AutoscaleSetting. */
    public static Optional<String> indexed(Map<String, Object> object) {
        if (!KIND.equals(object.get("kind"))
                || !String.valueOf(object.get("apiVersion")).startsWith(GROUP + "/")) {
            return Optional.empty();
        }
        var spec = Fields.spec(object);
        var target = Fields.map(spec, "targetResourceUriReference");
        var id = Objects.toString(target.get("armId"), "");
        if (!Boolean.TRUE.equals(spec.get("enabled"))) {
            return Optional.empty();
        }
        return Optional.of(
                id.isEmpty()
                        ? value(
                                String.valueOf(target.get("group")),
                                String.valueOf(target.get("kind")),
                                Fields.metadata(object, "namespace"),
                                String.valueOf(target.get("name")))
                        : id.toLowerCase(Locale.ROOT));
    }

    /** The rules of a kind, with the bounds of AutoscaleSettings that scale this object. */
    public static KindRules rules(
            KindRules rules, ObjectCache cache, ObjectKey key, Optional<String> id) {
        return rules.scaled()
                ? of(cache, key, id)
                        .map(
                                bounds ->
                                        rules.scaledBetween(
                                                bounds.low(), bounds.high(), bounds.names()))
                        .orElse(rules)
                : rules;
    }

    /**
     * The bounds from the AutoscaleSettings of the object's own namespace that scale the object;
     * empty when there are none.
     *
     * @param id ARM id of the object's resource, or empty
     */
    static Optional<Bounds> of(ObjectCache cache, ObjectKey key, Optional<String> id) {
        var named = value(key.group(), key.kind(), key.namespace(), key.name());
        var settings =
                Stream.concat(Stream.of(named), id.map(i -> i.toLowerCase(Locale.ROOT)).stream())
                        .flatMap(value -> cache.byIndex(INDEX, value).stream())
                        // an AutoscaleSetting of another namespace must not decide what is sent for
                        // this object
                        .filter(setting -> setting.namespace().equals(key.namespace()))
                        .flatMap(setting -> cache.get(setting).stream())
                        .toList();
        var capacities =
                settings.stream()
                        .flatMap(setting -> list(Fields.spec(setting).get("profiles")))
                        .map(profile -> Fields.map(profile, "capacity"))
                        .toList();
        var low = numbers(capacities, "minimum").min();
        var high = numbers(capacities, "maximum").max();
        return low.isPresent() && high.isPresent()
                ? Optional.of(new Bounds(low.getAsLong(), high.getAsLong(), names(settings)))
                : Optional.empty();
    }

    private static String names(List<Map<String, Object>> settings) {
        return settings.stream()
                .map(setting -> Fields.metadata(setting, "name"))
                .sorted()
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String value(String group, String kind, String namespace, String name) {
        return String.join("|", group, kind, namespace, name);
    }

    @SuppressWarnings("unchecked") // JSON objects have text keys
    private static Stream<Map<String, Object>> list(Object profiles) {
        return profiles instanceof List<?> all
                ? all.stream().filter(Map.class::isInstance).map(each -> (Map<String, Object>) each)
                : Stream.empty();
    }

    private static LongStream numbers(List<Map<String, Object>> capacities, String field) {
        return capacities.stream()
                .map(capacity -> String.valueOf(capacity.get(field)))
                .filter(text -> text.matches("\\d{1,9}"))
                .mapToLong(Long::parseLong);
    }
}
