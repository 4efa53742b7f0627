package dev.dragoman.camel.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.dragoman.camel.Overlays;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Finds what is wrong with overlays: YAML, Camel's schema, the shape of kamelets, what they may
 * reach, and at last whether Camel can make routes of them together with the built-in ones.
 */
public final class OverlayCheck {
    private final String builtInRoutes;
    private final Map<String, Object> beans;
    private RouteSchema schema;

    /**
     * @param builtInRoutes pattern of the built-in route files
     * @param beans what routes may name; for a name that is not there a stand-in is used
     */
    public OverlayCheck(String builtInRoutes, Map<String, Object> beans) {
        this.builtInRoutes = builtInRoutes;
        this.beans = Map.copyOf(beans);
    }

    /** All problems, by file. Routes are only tried together when each is sound by itself. */
    public List<Problem> check(Overlays overlays) {
        if (overlays.isEmpty()) {
            return List.of();
        }
        var problems = new ArrayList<Problem>();
        var files = new ArrayList<YamlFile>();
        for (var path : overlays.routes()) {
            parse(path, problems)
                    .ifPresent(
                            file -> {
                                files.add(file);
                                problems.addAll(route(file));
                            });
        }
        for (var path : overlays.kamelets()) {
            parse(path, problems)
                    .ifPresent(
                            file -> {
                                files.add(file);
                                problems.addAll(kamelet(file));
                            });
        }
        problems.addAll(duplicates(files));
        if (problems.isEmpty()) {
            problems.addAll(new TrialBuild(builtInRoutes, beans).check(overlays, files));
        }
        return problems;
    }

    private static Optional<YamlFile> parse(Path path, List<Problem> problems) {
        try {
            return Optional.of(YamlFile.parse(path));
        } catch (YamlFile.Broken e) {
            problems.add(e.problem());
            return Optional.empty();
        }
    }

    private List<Problem> route(YamlFile file) {
        var problems = new ArrayList<Problem>();
        schema().check(file.data())
                .ifPresent(f -> problems.add(file.problem(file.line(f.path()), f.reason())));
        problems.addAll(Safety.check(file, file.root()));
        return problems;
    }

    private List<Problem> kamelet(YamlFile file) {
        var problems = new ArrayList<Problem>();
        var data = file.data();
        var fileName = file.path().getFileName().toString();
        var name = fileName.substring(0, fileName.length() - ".kamelet.yaml".length());
        expect(file, problems, "camel.apache.org/v1", "apiVersion");
        expect(file, problems, "Kamelet", "kind");
        expect(file, problems, name, "metadata", "name");
        var definition = data.path("spec").path("definition");
        if (definition.path("title").asText("").isBlank()) {
            problems.add(
                    file.problem(
                            file.line(List.of("spec", "definition")),
                            "a kamelet needs spec.definition.title"));
        }
        definition
                .path("required")
                .forEach(
                        required -> {
                            if (!definition.path("properties").has(required.asText())) {
                                problems.add(
                                        file.problem(
                                                file.line(
                                                        List.of("spec", "definition", "required")),
                                                "required parameter '%s' is not among properties"
                                                        .formatted(required.asText())));
                            }
                        });
        var template = data.path("spec").path("template");
        if (!template.path("from").isObject() && !template.path("route").isObject()) {
            problems.add(
                    file.problem(
                            file.line(List.of("spec", "template")),
                            "a kamelet needs spec.template.from"));
            return problems;
        }
        template(file, template).ifPresent(problems::add);
        node(file.root(), "spec", "template")
                .ifPresent(node -> problems.addAll(Safety.check(file, node)));
        return problems;
    }

    /** A template is a route in another wrapping: the schema knows routes. */
    private Optional<Problem> template(YamlFile file, JsonNode template) {
        var json = JsonNodeFactory.instance;
        var wrapped = template.has("route") ? "route" : "from";
        var routes = json.arrayNode().add(json.objectNode().set(wrapped, template.get(wrapped)));
        return schema().check(routes)
                .map(
                        finding -> {
                            var path = new ArrayList<Object>(List.of("spec", "template"));
                            path.addAll(
                                    finding.path()
                                            .subList(
                                                    Math.min(1, finding.path().size()),
                                                    finding.path().size()));
                            return file.problem(file.line(path), finding.reason());
                        });
    }

    private static void expect(
            YamlFile file, List<Problem> problems, String wanted, String... path) {
        var node = file.data();
        for (var step : path) {
            node = node.path(step);
        }
        if (!wanted.equals(node.asText(""))) {
            problems.add(
                    file.problem(
                            file.line(List.of((Object[]) path)),
                            "%s must be '%s'".formatted(String.join(".", path), wanted)));
        }
    }

    private static Optional<Node> node(Node from, String... path) {
        var here = Optional.of(from);
        for (var step : path) {
            here =
                    here.filter(MappingNode.class::isInstance)
                            .flatMap(
                                    n ->
                                            ((MappingNode) n)
                                                    .getValue().stream()
                                                            .filter(
                                                                    t ->
                                                                            step.equals(
                                                                                    YamlFile.text(
                                                                                            t
                                                                                                    .getKeyNode())))
                                                            .map(t -> t.getValueNode())
                                                            .findFirst());
        }
        return here;
    }

    /**
     * Camel would let the later route silently replace the earlier one, or refuse without a line.
     */
    private static List<Problem> duplicates(List<YamlFile> files) {
        var problems = new ArrayList<Problem>();
        var seen = new LinkedHashMap<String, YamlFile>();
        for (var file : files) {
            for (int i = 0; file.data().isArray() && i < file.data().size(); i++) {
                var id = file.data().get(i).path("route").path("id").asText("");
                var before = id.isEmpty() ? null : seen.putIfAbsent(id, file);
                if (before != null) {
                    problems.add(
                            file.problem(
                                    file.line(List.of(i, "route", "id")),
                                    "route id '%s' is also in %s"
                                            .formatted(id, before.path().getFileName())));
                }
            }
        }
        return problems;
    }

    private RouteSchema schema() {
        if (schema == null) {
            schema = new RouteSchema();
        }
        return schema;
    }
}
