package dev.dragoman.cli.routes;

import dev.dragoman.camel.check.EffectiveRoutes;
import dev.dragoman.camel.check.EffectiveRoutes.Route;
import dev.dragoman.camel.check.EffectiveRoutes.RouteLine;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Routes as Mermaid diagrams: the lines that run for each kind, with a team's own lines marked.
 * Pure.
 */
public final class RoutesPage {
    private static final String DISPATCH = "kubernetes-reconcile:";

    private static final String TABLE =
            """

            | line | needs above it | needs below it | when it is left out |
            |---|---|---|---|
            """;

    private RoutesPage() {}

    /** The page, in Markdown with Mermaid diagrams. */
    public static String of(List<Route> routes) {
        var out = new StringBuilder();
        out.append(
                """
                # Routes

                The lines that run for each kind, from top to bottom. A line does its step when the step is due; otherwise it does nothing.
                `./dragoman routes [DIR]` prints this page; with DIR, it includes the files that a team keeps in that directory. With `--text` it prints a row
                for each line, for `diff`. `+` marks lines of a team, and `-` lines that its route leaves out or has elsewhere.
                Thick frames are a team's own lines and files; [overlays.md](overlays.md#routes-in-place-of-ours) says how to write them.
                Of a line `kubernetes-object`, the kind and the options of its template stand in brackets ([compositions.md](compositions.md)).

                The tables say what a [route in place of ours](overlays.md#routes-in-place-of-ours) must have. A line has the name by which messages know it, a
                word of its address. What stands in brackets is needed only if the route has it. `observe` is the first line and `record` the last. Below `end`
                are only `after-create` and `transition`. A route that is refused ends the start, and `validate` says so with file and line.

                ## Kinds

                """);
        picture(out, dispatch(routes));
        for (var route : routes) {
            if (!route.from().startsWith(DISPATCH)) {
                out.append("\n## `").append(route.id()).append("`\n\n");
                if (!route.description().isEmpty()) {
                    out.append(route.description()).append(".\n\n");
                }
                if (!route.file().isEmpty()) {
                    out.append("In `").append(name(route.file())).append("`.\n\n");
                }
                picture(out, line(route));
                if (!route.table().isEmpty()) {
                    out.append(TABLE);
                    route.table().forEach(row -> out.append(row).append("\n"));
                }
            }
        }
        return out.toString();
    }

    private static void picture(StringBuilder out, String body) {
        out.append("```mermaid\nflowchart TD\n")
                .append(body)
                .append("    classDef team stroke-width:4px\n```\n");
    }

    private static String dispatch(List<Route> routes) {
        var out = new StringBuilder();
        for (var route : routes) {
            if (!route.from().startsWith(DISPATCH)) {
                continue;
            }
            var from = "k_" + id(route.id());
            out.append(node(from, route.kinds(), "", "([", "])"));
            for (var line : route.lines()) {
                if (line.address().startsWith("direct:")) {
                    var to = line.address().substring("direct:".length());
                    var when =
                            line.when().isEmpty()
                                    ? ""
                                    : "|\"%s\"|".formatted(safe(when(line.when())));
                    var team = isOwn(line) ? ":::team" : "";
                    out.append(
                            "    %s -->%s r_%s[\"%s\"]%s%n"
                                    .formatted(from, when, id(to), to, team));
                }
            }
        }
        return out.toString();
    }

    private static boolean isOwn(RouteLine line) {
        return line.mark().equals(EffectiveRoutes.OWN);
    }

    private static String when(String condition) {
        return condition
                .replace("${header.CamelKubernetesReconcileDeleting}", "being deleted")
                .replace("header.CamelKubernetesReconcile", "")
                .replace("${", "")
                .replace("}", "");
    }

    private static String line(Route route) {
        var out = new StringBuilder();
        var before = "";
        for (int i = 0; i < route.lines().size(); i++) {
            var line = route.lines().get(i);
            var here = "l" + i;
            boolean point = line.address().startsWith("dragoman-point:");
            out.append(
                    node(here, line.address(), text(line), point ? "{{" : "[", point ? "}}" : "]"));
            if (isOwn(line) || !line.files().isEmpty()) {
                out.append("    class %s team%n".formatted(here));
            }
            if (!before.isEmpty()) {
                out.append("    %s --> %s%n".formatted(before, here));
            }
            before = here;
        }
        return out.toString();
    }

    private static String text(RouteLine line) {
        return line.files().isEmpty() ? line.description() : files(line);
    }

    private static String files(RouteLine line) {
        return line.files().stream()
                .map(each -> name(each.toString()))
                .collect(Collectors.joining(", "));
    }

    /**
     * The routes as text with a row for each line, to be compared. A team's lines have a plus, and
     * lines of the built-in route that are left out have a minus.
     */
    public static String rows(List<Route> routes) {
        var out = new StringBuilder();
        for (var route : routes) {
            var kinds = route.kinds().isEmpty() ? "" : " " + route.kinds();
            out.append("%s: %s%s%n".formatted(route.id(), route.from(), kinds));
            for (var line : route.all()) {
                var when = line.when().isEmpty() ? "" : "[%s] ".formatted(when(line.when()));
                var text = line.address() + " " + files(line);
                out.append("%1s %s%s%n".formatted(line.mark(), when, text.strip()));
            }
        }
        return out.toString();
    }

    private static String node(String id, String name, String text, String open, String close) {
        return "    %s%s\"%s%s\"%s%n"
                .formatted(id, open, safe(name), text.isEmpty() ? "" : "<br/>" + safe(text), close);
    }

    /** The text without characters that have a meaning in Mermaid. */
    private static String safe(String text) {
        return text.replace("\"", "'").replace("<", "&lt;").replace(">", "&gt;").replace("#", "");
    }

    private static String id(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "_");
    }

    private static String name(String path) {
        return Path.of(path).getFileName().toString();
    }
}
