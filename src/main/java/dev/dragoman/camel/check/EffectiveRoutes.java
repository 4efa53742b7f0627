package dev.dragoman.camel.check;

import com.github.difflib.DiffUtils;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.capability.LineAddress;
import dev.dragoman.capability.CapabilityLines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

/** Describes, for people, the routes that an operator runs with its overlays. */
public final class EffectiveRoutes {
    /** Mark of a line of a team, and of one that the built-in route has elsewhere. */
    public static final String OWN = "+";

    /** Mark of a line that the built-in route has at this place, and the route does not. */
    public static final String LEFT_OUT = "-";

    private final Overlays overlays;
    private final CapabilityUnits known;

    /** Lines of the built-in routes, by the route's id. */
    private final Map<String, List<RouteLine>> shipped = new HashMap<>();

    private EffectiveRoutes(Overlays overlays, CapabilityUnits known) {
        this.overlays = overlays;
        this.known = known;
    }

    /**
     * A route.
     *
     * @param id id of the route
     * @param description the field {@code description}; may be empty
     * @param from address with which the route begins
     * @param kinds option {@code kinds} of that address; empty when it has none
     * @param file path of the team's file; empty for a built-in route
     * @param all the route's lines, in their order, and those of the built-in route that it lacks
     * @param table for a capability's route, a row of a table in Markdown for each line that runs
     */
    public record Route(
            String id,
            String description,
            String from,
            String kinds,
            String file,
            List<RouteLine> all,
            List<String> table) {
        /** The lines that run. */
        public List<RouteLine> lines() {
            return all.stream().filter(each -> !each.mark().equals(LEFT_OUT)).toList();
        }
    }

    /**
     * A line of a route.
     *
     * @param when condition of the branch in which the line stands; empty for a line in no branch
     * @param address for a step {@code to}, its address with its options; for other steps, Camel's
     *     name of the step
     * @param description the field {@code description}; may be empty
     * @param mark {@link #OWN} or {@link #LEFT_OUT}; empty where the built-in route has it too
     * @param files for an extension point, the team's files that run there
     * @param step capability and step as metrics name them, such as {@code azure/send}; empty for a
     *     line that is no step of a capability
     */
    public record RouteLine(
            String when,
            String address,
            String description,
            String mark,
            List<Path> files,
            String step) {
        private RouteLine with(String now) {
            return new RouteLine(when, address, description, now, files, step);
        }

        private RouteLine of(CapabilityLines owner, Map<String, String> steps) {
            var name = steps.get(LineAddress.of(address));
            return name == null
                    ? this
                    : new RouteLine(
                            when,
                            address,
                            description,
                            mark,
                            files,
                            owner.capability() + "/" + name);
        }

        private boolean isSame(RouteLine other) {
            return when.equals(other.when) && address.equals(other.address);
        }
    }

    /**
     * All routes, first the built-in ones and those that replace them, by file and by their place
     * in the file.
     *
     * @param builtIn pattern of the built-in route files
     * @param lines the lines that the routes of capabilities may have
     * @throws YamlUnreadable when a file cannot be read
     */
    public static List<Route> of(
            String builtIn, Overlays overlays, Collection<CapabilityLines> lines) {
        var effective = new EffectiveRoutes(overlays, new CapabilityUnits(lines, List.of()));
        var teams = new TreeMap<String, Path>();
        overlays.routes().forEach(path -> teams.put(path.getFileName().toString(), path));
        var all = BuiltIn.all(builtIn);
        all.sort(Comparator.comparing(YamlFile::name));
        for (var file : all) {
            effective
                    .routes(file, "")
                    .forEach(each -> effective.shipped.put(each.id(), each.all()));
        }
        var out = new ArrayList<Route>();
        for (var file : all) {
            var path = teams.remove(file.name());
            out.addAll(path == null ? effective.routes(file, "") : effective.read(path));
        }
        teams.values().forEach(path -> out.addAll(effective.read(path)));
        return out;
    }

    private static List<RouteLine> marked(List<RouteLine> before, List<RouteLine> now) {
        var all = new ArrayList<RouteLine>();
        int at = 0;
        for (var delta : DiffUtils.diff(before, now, RouteLine::isSame).getDeltas()) {
            var others = delta.getTarget();
            all.addAll(now.subList(at, others.getPosition()));
            delta.getSource().getLines().forEach(each -> all.add(each.with(LEFT_OUT)));
            others.getLines().forEach(each -> all.add(each.with(OWN)));
            at = others.getPosition() + others.size();
        }
        all.addAll(now.subList(at, now.size()));
        return all;
    }

    private List<Route> read(Path path) {
        try {
            return routes(YamlFile.parse(path), path.toString());
        } catch (YamlFile.Broken broken) {
            throw new YamlUnreadable(broken.problem().toString());
        }
    }

    /** Thrown when a file is not YAML. The message names file and line. */
    public static final class YamlUnreadable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        YamlUnreadable(String message) {
            super(message, null, false, false);
        }
    }

    private List<Route> routes(YamlFile file, String name) {
        return YamlFile.items(file.root()).stream()
                .flatMap(each -> YamlFile.field(each, "route").stream())
                .map(each -> one(each, name))
                .toList();
    }

    private Route one(Node route, String name) {
        var from = YamlFile.field(route, "from").orElse(route);
        var lines = new ArrayList<RouteLine>();
        lines(from, "", lines);
        known.owner(text(from, "uri"))
                .ifPresent(
                        owner -> {
                            var steps = CapabilityUnits.steps(owner);
                            lines.replaceAll(each -> each.of(owner, steps));
                        });
        var id = text(route, "id");
        return new Route(
                id,
                text(route, "description"),
                text(from, "uri"),
                YamlFile.field(from, "parameters").map(each -> text(each, "kinds")).orElse(""),
                name,
                marked(shipped.getOrDefault(id, List.of()), lines),
                LineOrder.table(known, overlays, text(from, "uri"), lines));
    }

    /** Adds the lines of the field {@code steps}. */
    private void lines(Node of, String when, List<RouteLine> lines) {
        for (var step : YamlFile.field(of, "steps").map(YamlFile::items).orElse(List.of())) {
            YamlFile.entries(step).stream()
                    .findFirst()
                    .ifPresent(
                            each ->
                                    line(
                                            YamlFile.text(each.getKeyNode()),
                                            each.getValueNode(),
                                            when,
                                            lines));
        }
    }

    private void line(String key, Node value, String when, List<RouteLine> lines) {
        switch (key) {
            case "to" -> lines.add(sent(value, when));
            case "choice" -> {
                YamlFile.field(value, "when").map(YamlFile::items).orElse(List.of()).stream()
                        .forEach(each -> lines(each, condition(each), lines));
                YamlFile.field(value, "otherwise")
                        .ifPresent(each -> lines(each, "otherwise", lines));
            }
            default ->
                    lines.add(new RouteLine(when, key, text(value, "message"), "", List.of(), ""));
        }
    }

    private static String condition(Node branch) {
        var expression = YamlFile.field(branch, "expression").orElse(branch);
        return YamlFile.field(expression, "simple")
                .map(each -> YamlFile.field(each, "expression").orElse(each))
                .map(YamlFile::text)
                .orElse("");
    }

    private RouteLine sent(Node value, String when) {
        var uri = value instanceof MappingNode ? uri(value) : YamlFile.text(value);
        var point = uri.replaceFirst("^%s:".formatted(Reach.POINT), "");
        return new RouteLine(
                when,
                uri,
                (text(value, "description") + template(uri)).strip(),
                "",
                point.equals(uri) ? List.of() : overlays.at(point),
                "");
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

    /** The URI of a step, with its options. */
    private static String uri(Node to) {
        var uri = text(to, "uri");
        var options =
                YamlFile.entries(YamlFile.field(to, YamlFile.PARAMETERS).orElse(null)).stream()
                        .map(
                                each ->
                                        YamlFile.text(each.getKeyNode())
                                                + "="
                                                + YamlFile.text(each.getValueNode()))
                        .collect(Collectors.joining("&"));
        return uri + (options.isEmpty() ? "" : (uri.contains("?") ? "&" : "?") + options);
    }

    private static String text(Node node, String name) {
        return YamlFile.field(node, name).map(YamlFile::text).orElse("");
    }
}
