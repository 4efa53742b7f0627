package dev.dragoman.camel.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** Checks that no two routes have the same id. */
final class RouteIds {
    private static final String BUILT_IN =
            "route id '%s' is that of a built-in route in %s: give this file the same name to replace that file, or choose another id";

    private RouteIds() {}

    /**
     * Reports ids of overlays that another route has too. For such an id, Camel would replace the
     * first route without a message, or refuse the second route without naming its line.
     *
     * @param builtIn built-in files that no overlay replaces
     */
    static List<Diagnostic> check(List<YamlFile> builtIn, List<YamlFile> overlays) {
        var problems = new ArrayList<Diagnostic>();
        var seen = new LinkedHashMap<String, YamlFile>();
        for (var file : builtIn) {
            ids(file).forEach(id -> seen.putIfAbsent(id.id(), file));
        }
        for (var file : overlays) {
            for (var id : ids(file)) {
                int line = file.line(List.of(id.index(), "route", "id"));
                if (EndpointAddress.isComputed(id.id())) {
                    problems.add(
                            file.problem(
                                    line,
                                    "route id '%s' has a placeholder, so the id cannot be checked; write it out",
                                    id.id()));
                }
                var before = seen.putIfAbsent(id.id(), file);
                if (before != null) {
                    var text = builtIn.contains(before) ? BUILT_IN : "route id '%s' is also in %s";
                    problems.add(file.problem(line, text, id.id(), before.name()));
                }
            }
        }
        return problems;
    }

    private record Id(int index, String id) {}

    private static List<Id> ids(YamlFile file) {
        var found = new ArrayList<Id>();
        for (int i = 0; file.data().isArray() && i < file.data().size(); i++) {
            var id = file.data().get(i).path("route").path("id").asText("");
            if (!id.isEmpty()) {
                found.add(new Id(i, id));
            }
        }
        return found;
    }
}
