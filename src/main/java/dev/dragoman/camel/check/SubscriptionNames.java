package dev.dragoman.camel.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks names of subscriptions: no two routes may have the same name, and a route that wakes
 * objects must use an existing name.
 *
 * @param settings values of placeholders by name; a placeholder that is missing here has its
 *     default value
 */
record SubscriptionNames(Map<String, String> settings) {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([^{}:]+)(?::([^{}]*))?}}");

    /**
     * @param builtIn built-in files that no overlay replaces
     */
    List<Diagnostic> check(List<YamlFile> builtIn, List<YamlFile> overlays) {
        var problems = new ArrayList<Diagnostic>();
        var seen = new HashMap<String, EndpointAddress>();
        builtIn.forEach(file -> subscriptions(file).forEach(from -> seen.put(from.name(), from)));
        for (var file : overlays) {
            for (var from : subscriptions(file).toList()) {
                var other = seen.putIfAbsent(from.name(), from);
                if (other != null) {
                    var reason =
                            "kubernetes-reconcile:%s is also in %s; only one route may begin with this name";
                    problems.add(from.problem(reason, from.name(), other.file().name()));
                }
            }
        }
        wakes(builtIn, overlays, problems);
        return problems;
    }

    /**
     * Checks that a route wakes only objects of a subscription that exists. A subscription that is
     * turned off counts too.
     */
    private static void wakes(
            List<YamlFile> builtIn, List<YamlFile> overlays, List<Diagnostic> problems) {
        var all = new ArrayList<>(builtIn);
        all.addAll(overlays);
        var addresses =
                all.stream()
                        .flatMap(file -> EndpointAddress.of(file).stream())
                        .filter(a -> a.hasScheme(Reach.RECONCILE))
                        .toList();
        var names =
                addresses.stream()
                        .filter(a -> a.use() == EndpointAddress.Use.CONSUMES)
                        .map(EndpointAddress::name)
                        .collect(Collectors.toCollection(TreeSet::new));
        if (names.stream().anyMatch(EndpointAddress::isComputed)) {
            return;
        }
        var reason =
                "kubernetes-reconcile:%s wakes no objects, because no route begins with that name; known are %s";
        addresses.stream()
                .filter(a -> a.use() == EndpointAddress.Use.SENDS)
                .filter(a -> !EndpointAddress.isComputed(a.name()) && !names.contains(a.name()))
                .map(a -> a.problem(reason, a.name(), String.join(", ", names)))
                .forEach(problems::add);
    }

    /** The subscriptions that are turned on. */
    private Stream<EndpointAddress> subscriptions(YamlFile file) {
        return EndpointAddress.of(file).stream()
                .filter(
                        a ->
                                a.use() == EndpointAddress.Use.CONSUMES
                                        && a.hasScheme(Reach.RECONCILE))
                .filter(a -> !"false".equals(value(a, "enabled")));
    }

    private String value(EndpointAddress address, String parameter) {
        return PLACEHOLDER
                .matcher(address.parameter(parameter))
                .replaceAll(
                        found -> {
                            var fallback = found.group(2) == null ? found.group() : found.group(2);
                            return Matcher.quoteReplacement(
                                    settings.getOrDefault(found.group(1), fallback));
                        });
    }
}
