package dev.dragoman.camel.check;

import dev.dragoman.camel.KindSet;
import dev.dragoman.reconcile.KindSelector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which route visits which kinds: two that visit one object would fight, so the engine refuses. */
final class Visits {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([^{}:]+)(?::([^{}]*))?}}");

    private final Map<String, KindSet> sets;
    private final Map<String, String> settings;

    /**
     * @param sets by name
     * @param settings values of placeholders; for others their default counts
     */
    Visits(Map<String, KindSet> sets, Map<String, String> settings) {
        this.sets = sets;
        this.settings = settings;
    }

    private record Visit(
            Address from, String name, Optional<String> namespace, List<KindSelector> kinds) {
        boolean fights(Visit other) {
            return !apart(other)
                    && kinds.stream().anyMatch(k -> other.kinds().stream().anyMatch(k::overlaps));
        }

        private boolean apart(Visit other) {
            return namespace.isPresent()
                    && other.namespace.isPresent()
                    && !namespace.equals(other.namespace);
        }
    }

    /**
     * @param builtIn files that no overlay replaces
     */
    List<Problem> check(List<YamlFile> builtIn, List<YamlFile> overlays) {
        var problems = new ArrayList<Problem>();
        var seen = new ArrayList<Visit>();
        builtIn.forEach(file -> visits(file).forEach(seen::add));
        for (var file : overlays) {
            for (var visit : visits(file).toList()) {
                for (var other : seen) {
                    if (other.name().equals(visit.name())) {
                        problems.add(
                                visit.from()
                                        .problem(
                                                "kubernetes-reconcile:%s is also in %s; names are for one route"
                                                        .formatted(
                                                                visit.name(),
                                                                other.from().file().name())));
                    } else if (visit.fights(other)) {
                        problems.add(
                                visit.from()
                                        .problem(
                                                "kubernetes-reconcile:%s visits kinds that kubernetes-reconcile:%s in %s visits too; a kind has one route"
                                                        .formatted(
                                                                visit.name(),
                                                                other.name(),
                                                                other.from().file().name())));
                    }
                }
                seen.add(visit);
            }
        }
        return problems;
    }

    /** Those whose kinds and namespace are written down; what is computed the engine compares. */
    private Stream<Visit> visits(YamlFile file) {
        return Address.of(file).stream()
                .filter(a -> a.use() == Address.Use.CONSUMES && a.hasScheme(Reach.RECONCILE))
                .filter(a -> !"false".equals(value(a, "enabled")))
                .filter(a -> !Address.isComputed(value(a, "kinds")))
                .filter(a -> !Address.isComputed(value(a, "namespace")))
                .map(
                        a ->
                                new Visit(
                                        a,
                                        a.name(),
                                        Optional.of(value(a, "namespace"))
                                                .filter(n -> !n.isBlank()),
                                        kinds(value(a, "kinds"))));
    }

    private String value(Address address, String parameter) {
        return PLACEHOLDER
                .matcher(address.parameter(parameter))
                .replaceAll(
                        found -> {
                            var fallback = found.group(2) == null ? found.group() : found.group(2);
                            return Matcher.quoteReplacement(
                                    settings.getOrDefault(found.group(1), fallback));
                        });
    }

    /** What is none is said when Camel makes the route. */
    private List<KindSelector> kinds(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .flatMap(this::selectors)
                .toList();
    }

    private Stream<KindSelector> selectors(String text) {
        try {
            return text.contains("/")
                    ? Stream.of(KindSelector.parse(text))
                    : Optional.ofNullable(sets.get(text)).stream().flatMap(s -> s.kinds().stream());
        } catch (IllegalArgumentException none) {
            return Stream.of();
        }
    }
}
