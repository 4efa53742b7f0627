package dev.dragoman.camel.check;

import dev.dragoman.camel.Overlays;
import dev.dragoman.capability.CapabilityLines;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Checks that the templates of compositions and the lines of routes belong together. */
final class CompositionRoutes {
    /** Scheme of the lines that templates have. */
    static final String SCHEME = "kubernetes-object";

    static final String TEMPLATE = ".object.yaml";

    private CompositionRoutes() {}

    /** Whether the capability is a composition. */
    static boolean isComposed(CapabilityLines lines) {
        return lines.makers().stream().anyMatch(each -> each.address().startsWith(SCHEME + ":"));
    }

    /**
     * @param all all files that will run
     */
    static Set<Diagnostic> check(
            List<CapabilityLines> known, List<YamlFile> all, Overlays overlays) {
        var routes = new CapabilityUnits(known, Reach.of(all).all());
        var problems = new LinkedHashSet<Diagnostic>();
        var placed = new HashSet<String>();
        for (var unit : routes.units()) {
            for (var sent : EndpointAddress.of(unit.file(), unit.part())) {
                if (!sent.hasScheme(SCHEME)) {
                    continue;
                }
                placed.add(sent.name());
                var line = ShippedLines.address(sent);
                var route = composition(sent.name());
                if (known.stream().noneMatch(each -> each.byAddress().containsKey(line))) {
                    var reason =
                            "there is no template %s%s for this line; write it, or remove the line";
                    problems.add(sent.problem(reason, sent.name(), TEMPLATE));
                } else if (!unit.begins().equals("direct:" + route)
                        && !routes.named(route).isEmpty()) {
                    var reason =
                            "the line %s works only in the route that begins with direct:%s; move it there";
                    problems.add(sent.problem(reason, line, route));
                }
            }
        }
        for (var path : overlays.ending(TEMPLATE)) {
            var line = path.getFileName().toString().replace(TEMPLATE, "");
            var name = composition(line);
            boolean taken =
                    known.stream().filter(each -> each.capability().equals(name)).count() > 1;
            // where there is one of the two routes, StraightRoutes misses the other
            boolean begun =
                    !routes.named(name).isEmpty()
                            || !routes.named(name + CapabilityLines.DELETION).isEmpty();
            if (taken) {
                var reason = "the name %s is that of a built-in capability; choose another";
                problems.add(Diagnostic.error(path, reason, name));
            } else if (!begun) {
                var reason =
                        "no route begins with direct:%s; './dragoman new composition' writes a file with the routes of a composition";
                problems.add(Diagnostic.error(path, reason, name));
            } else if (!placed.contains(line)) {
                var reason =
                        "no route has the line kubernetes-object:%s: its objects are not made, and those that exist go";
                problems.add(Diagnostic.warning(path, reason, line));
            }
        }
        return problems;
    }

    private static String composition(String line) {
        return line.replaceFirst("[.].*", "");
    }
}
