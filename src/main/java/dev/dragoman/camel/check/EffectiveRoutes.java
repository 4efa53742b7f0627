package dev.dragoman.camel.check;

import dev.dragoman.camel.Overlays;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Describes, for people, the routes that an operator runs with its overlays. */
public final class EffectiveRoutes {
    private final Overlays overlays;

    /** Lines of the built-in routes, each as the route's id and the line's address. */
    private final Set<String> shipped = new HashSet<>();

    private EffectiveRoutes(Overlays overlays) {
        this.overlays = overlays;
    }

    /**
     * A route.
     *
     * @param id id of the route
     * @param description the field {@code description}; may be empty
     * @param from address with which the route begins
     * @param kinds option {@code kinds} of that address; empty when it has none
     * @param file path of the team's file; empty for a built-in route
     * @param lines the route's lines, in their order
     */
    public record Route(
            String id,
            String description,
            String from,
            String kinds,
            String file,
            List<RouteLine> lines) {}

    /**
     * A line of a route.
     *
     * @param when condition of the branch in which the line stands; empty for a line in no branch
     * @param address for a step {@code to}, its address; for other steps, Camel's name of the step
     * @param description the field {@code description}; may be empty
     * @param own whether the line is a team's: the built-in route of the same id lacks it
     * @param files for an extension point, the team's files that run there
     */
    public record RouteLine(
            String when, String address, String description, boolean own, List<Path> files) {}

    /**
     * All routes, first the built-in ones, by file and by their place in the file.
     *
     * @param builtIn pattern of the built-in route files
     * @throws YamlUnreadable when a file cannot be read
     */
    public static List<Route> of(String builtIn, Overlays overlays) {
        var effective = new EffectiveRoutes(overlays);
        var all =
                BuiltIn.all(builtIn).stream().sorted(Comparator.comparing(YamlFile::name)).toList();
        // records all built-in lines before isOwn compares a team's lines with them
        all.forEach(file -> effective.routes(file, "", true));
        var out = new ArrayList<Route>();
        BuiltIn.notReplaced(all, overlays)
                .forEach(file -> out.addAll(effective.routes(file, "", true)));
        for (var path : overlays.routes()) {
            try {
                out.addAll(effective.routes(YamlFile.parse(path), path.toString(), false));
            } catch (YamlFile.Broken broken) {
                throw new YamlUnreadable(broken.problem().toString());
            }
        }
        return out;
    }

    /** Thrown when a file is not YAML. The message names file and line. */
    public static final class YamlUnreadable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        YamlUnreadable(String message) {
            super(message, null, false, false);
        }
    }

    private List<Route> routes(YamlFile file, String name, boolean builtIn) {
        var found = new ArrayList<Route>();
        if (file.root() instanceof SequenceNode list) {
            for (var node : list.getValue()) {
                YamlFile.field(node, "route")
                        .ifPresent(each -> found.add(one(each, name, builtIn)));
            }
        }
        return found;
    }

    private Route one(Node route, String name, boolean builtIn) {
        var from = YamlFile.field(route, "from").orElse(route);
        var lines = new ArrayList<RouteLine>();
        var id = text(route, "id");
        lines(id, YamlFile.field(from, "steps").orElse(from), "", builtIn, lines);
        return new Route(
                id,
                text(route, "description"),
                text(from, "uri"),
                YamlFile.field(from, "parameters").map(each -> text(each, "kinds")).orElse(""),
                name,
                List.copyOf(lines));
    }

    private void lines(
            String route, Node steps, String when, boolean builtIn, List<RouteLine> lines) {
        if (!(steps instanceof SequenceNode list)) {
            return;
        }
        for (var step : list.getValue()) {
            if (step instanceof MappingNode map && !map.getValue().isEmpty()) {
                var entry = map.getValue().getFirst();
                line(
                        route,
                        YamlFile.text(entry.getKeyNode()),
                        entry.getValueNode(),
                        when,
                        builtIn,
                        lines);
            }
        }
    }

    private void line(
            String route,
            String key,
            Node value,
            String when,
            boolean builtIn,
            List<RouteLine> lines) {
        switch (key) {
            case "to" -> lines.add(sent(route, value, when, builtIn));
            case "choice" -> {
                if (YamlFile.field(value, "when").orElse(null) instanceof SequenceNode all) {
                    all.getValue()
                            .forEach(each -> branch(route, each, condition(each), builtIn, lines));
                }
                YamlFile.field(value, "otherwise")
                        .ifPresent(each -> branch(route, each, "otherwise", builtIn, lines));
            }
            default ->
                    lines.add(
                            new RouteLine(
                                    when,
                                    key,
                                    text(value, "message"),
                                    isOwn(route, key, builtIn),
                                    List.of()));
        }
    }

    private void branch(
            String route, Node branch, String when, boolean builtIn, List<RouteLine> lines) {
        lines(route, YamlFile.field(branch, "steps").orElse(branch), when, builtIn, lines);
    }

    private static String condition(Node branch) {
        var expression = YamlFile.field(branch, "expression").orElse(branch);
        return YamlFile.field(expression, "simple")
                .map(each -> YamlFile.field(each, "expression").orElse(each))
                .map(YamlFile::text)
                .orElse("");
    }

    private RouteLine sent(String route, Node value, String when, boolean builtIn) {
        var uri = value instanceof MappingNode ? uri(value) : YamlFile.text(value);
        var point =
                uri.startsWith("dragoman-point:") ? uri.substring("dragoman-point:".length()) : "";
        return new RouteLine(
                when,
                uri,
                (text(value, "description") + template(uri)).strip(),
                isOwn(route, uri, builtIn),
                point.isEmpty() ? List.of() : overlays.at(point));
    }

    /** Kind and options of the template that a line has, in brackets; empty when it has none. */
    private String template(String uri) {
        var line = uri.replaceFirst("^%s:".formatted(CompositionRoutes.SCHEME), "");
        var file = overlays.file(line + CompositionRoutes.TEMPLATE);
        if (line.equals(uri) || file.isEmpty()) {
            return "";
        }
        try {
            var data = YamlFile.parse(file.get()).data();
            var all = new StringBuilder(data.at("/object/kind").asText());
            for (var each : data.properties()) {
                if (!each.getKey().equals("object")) {
                    all.append(", %s: %s".formatted(each.getKey(), each.getValue().asText()));
                }
            }
            return " (%s)".formatted(all);
        } catch (YamlFile.Broken broken) {
            throw new YamlUnreadable(broken.problem().toString());
        }
    }

    /** The URI of a step. For a bean, the method from the parameters is added to the URI. */
    private static String uri(Node to) {
        var method = YamlFile.field(to, "parameters").map(each -> text(each, "method")).orElse("");
        return text(to, "uri") + (method.isEmpty() ? "" : "?method=" + method);
    }

    /** Whether the built-in route of that id lacks the line. Records the line if it is built in. */
    private boolean isOwn(String route, String address, boolean builtIn) {
        var line = route + " " + address;
        if (builtIn) {
            shipped.add(line);
        }
        return !shipped.contains(line);
    }

    private static String text(Node node, String name) {
        return YamlFile.field(node, name).map(YamlFile::text).orElse("");
    }
}
