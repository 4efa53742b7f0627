package dev.dragoman.camel.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.https.HttpsAccess;
import dev.dragoman.camel.https.OverlaySecrets;
import dev.dragoman.capability.CapabilityLines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Checks overlays: their YAML, Camel's schema, the form of kamelets, and what routes may reach.
 * Finally checks whether Camel can build the routes together with the built-in ones.
 */
public final class OverlayCheck {
    private final String builtInRoutes;
    private final Map<String, Class<?>> classes;
    private final BeanCalls beans;
    private final OwnNames names;
    private final SubscriptionNames subscriptions;
    private final HttpsAccess https;
    private final OverlaySecrets secrets;
    private final Map<String, String> settings;
    private final List<CapabilityLines> lines;
    private RouteSchema schema;
    private Vocabulary vocabulary;

    /** Creates a check that allows no https host and knows no lines of capabilities. */
    public OverlayCheck(
            String builtInRoutes, Map<String, Class<?>> beans, Map<String, String> settings) {
        this(builtInRoutes, beans, settings, HttpsAccess.none(), List.of());
    }

    /**
     * @param builtInRoutes pattern of the built-in route files
     * @param beans classes of the beans that the operator has, by name
     * @param settings values of the placeholders that routes use
     * @param https the hosts to which routes may send requests
     * @param lines the lines that the routes of capabilities may have
     */
    public OverlayCheck(
            String builtInRoutes,
            Map<String, Class<?>> beans,
            Map<String, String> settings,
            HttpsAccess https,
            Collection<CapabilityLines> lines) {
        this.https = https;
        this.lines = List.copyOf(lines);
        this.secrets = new OverlaySecrets(https.secrets());
        this.builtInRoutes = builtInRoutes;
        this.classes = Map.copyOf(beans);
        this.beans = new BeanCalls(classes);
        this.names = new OwnNames(this.beans.classes());
        this.settings = Map.copyOf(settings);
        this.subscriptions = new SubscriptionNames(this.settings);
    }

    /** The values of the Secrets that the checked files name. */
    public OverlaySecrets secrets() {
        return secrets;
    }

    /**
     * All errors, in the order of the checks, then all warnings. Camel builds the routes only when
     * the other checks have found no error.
     */
    public List<Diagnostic> check(Overlays overlays) {
        var problems = new ArrayList<Diagnostic>();
        overlays.strays().forEach(path -> problems.add(stray(path)));
        overlays.outside().forEach(path -> problems.add(outside(path)));
        var warnings = new ArrayList<Diagnostic>();
        overlays.shadowed().forEach(file -> warnings.add(shadowed(file)));
        overlays.ignored().forEach(path -> warnings.add(ignored(path)));
        if (!overlays.isEmpty()) {
            routes(overlays, problems, warnings);
        }
        problems.addAll(warnings);
        return problems;
    }

    /**
     * Creates a trial that runs the steps of the files. The files must have passed {@link #check}.
     *
     * @param bound beans that the steps call, by name; other beans are stand-ins that do nothing
     */
    public PointTrial trial(Overlays overlays, Map<String, Object> bound) {
        var files = new ArrayList<YamlFile>();
        var unread = new ArrayList<Diagnostic>();
        all(overlays).forEach(path -> parse(path, unread).ifPresent(files::add));
        return new PointTrial(
                overlays, builtInRoutes, settings, classes, bound, https, secrets, files);
    }

    private void routes(Overlays overlays, List<Diagnostic> problems, List<Diagnostic> warnings) {
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
        for (var steps : overlays.steps()) {
            steps(steps, problems)
                    .ifPresent(
                            file -> {
                                files.add(file);
                                problems.addAll(route(file));
                            });
        }
        var shipped = BuiltIn.all(builtInRoutes);
        var builtIn = BuiltIn.notReplaced(shipped, overlays);
        problems.addAll(RouteIds.check(builtIn, files));
        var all = new ArrayList<>(builtIn);
        all.addAll(files);
        var points = new PointFiles(beans, all);
        problems.addAll(points.names(overlays));
        problems.addAll(StraightRoutes.check(lines, beans, shipped, files, overlays));
        all(overlays).forEach(path -> PointFiles.contract(path).ifPresent(problems::add));
        all(overlays).forEach(path -> problems.addAll(PointFiles.comments(path)));
        // only if all files could be read: an unread file may contain a route that other files call
        if (files.size() == all(overlays).size()) {
            problems.addAll(points.uses(builtIn, files));
            problems.addAll(DirectCalls.check(builtIn, files));
            problems.addAll(Needs.check(builtIn, files));
            problems.addAll(subscriptions.check(builtIn, files));
            warnings.addAll(new NeverRuns(shipped, files).warnings());
            warnings.addAll(SharedRoutes.warnings(all, files, lines));
        }
        files.forEach(file -> problems.addAll(Reserved.check(file, lines)));
        files.forEach(file -> warnings.addAll(names.warnings(file)));
        if (problems.isEmpty()) {
            problems.addAll(
                    new TrialBuild(builtInRoutes, settings, classes, https, secrets)
                            .check(overlays, files));
        }
    }

    private static List<Path> all(Overlays overlays) {
        var all = new ArrayList<>(overlays.routes());
        all.addAll(overlays.kamelets());
        overlays.steps().forEach(steps -> all.add(steps.path()));
        return all;
    }

    private static Optional<YamlFile> steps(Overlays.Steps steps, List<Diagnostic> problems) {
        try {
            return Optional.of(YamlFile.steps(steps));
        } catch (YamlFile.Broken e) {
            problems.add(e.problem());
            return Optional.empty();
        }
    }

    private static Diagnostic shadowed(Overlays.Shadowed file) {
        return new Diagnostic(
                file.path().toString(),
                1,
                true,
                "is not read: %s has the same name and comes first".formatted(file.by()));
    }

    private static Diagnostic outside(Path path) {
        return new Diagnostic(
                path.toString(),
                1,
                "is not read: it is a link to a file outside the overlay directory; put the file itself here");
    }

    private static Diagnostic ignored(Path path) {
        return new Diagnostic(
                path.toString(),
                1,
                true,
                "is not read: only files *.camel.yaml, *.kamelet.yaml, POINT.NAME.steps.yaml and namespace.template.yaml directly in the directory are read");
    }

    private static Diagnostic stray(Path path) {
        var name = path.getFileName().toString();
        var stem = name.substring(0, name.lastIndexOf('.')).replaceFirst("\\..*", "");
        return new Diagnostic(
                path.toString(),
                1,
                "is not read: name it %s.camel.yaml if it holds routes, %s.kamelet.yaml if a kamelet, POINT.NAME.steps.yaml if steps of an extension point, such as azure-desired.%s.steps.yaml"
                        .formatted(stem, stem, stem));
    }

    private static Optional<YamlFile> parse(Path path, List<Diagnostic> problems) {
        try {
            return Optional.of(YamlFile.parse(path));
        } catch (YamlFile.Broken e) {
            problems.add(e.problem());
            return Optional.empty();
        }
    }

    private List<Diagnostic> route(YamlFile file) {
        var problems = new ArrayList<Diagnostic>();
        schema().check(file.data())
                .ifPresent(f -> problems.add(file.problem(file.line(f.path()), f.reason())));
        problems.addAll(words(file, file.data(), List.of()));
        problems.addAll(Safety.check(file, file.root(), settings.keySet()));
        problems.addAll(outside(file, file.root()));
        problems.addAll(beans.check(file));
        return problems;
    }

    private List<Diagnostic> kamelet(YamlFile file) {
        var problems = new ArrayList<Diagnostic>();
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
        for (var required : definition.path("required")) {
            if (!definition.path("properties").has(required.asText())) {
                problems.add(
                        file.problem(
                                file.line(List.of("spec", "definition", "required")),
                                "the required parameter '%s' is not declared in spec.definition.properties"
                                        .formatted(required.asText())));
            }
        }
        var template = data.path("spec").path("template");
        if (!template.path("from").isObject() && !template.path("route").isObject()) {
            problems.add(
                    file.problem(
                            file.line(List.of("spec", "template")),
                            "a kamelet needs spec.template.from"));
            return problems;
        }
        problems.addAll(template(file, template));
        node(file.root(), "spec", "definition", "properties")
                .ifPresent(node -> problems.addAll(Safety.defaults(file, node, settings.keySet())));
        node(file.root(), "spec", "template")
                .ifPresent(
                        node -> {
                            problems.addAll(Safety.check(file, node, settings.keySet()));
                            problems.addAll(outside(file, node));
                        });
        problems.addAll(beans.check(file));
        return problems;
    }

    private List<Diagnostic> outside(YamlFile file, Node from) {
        var problems = new ArrayList<>(SecretUse.check(file, from, secrets));
        problems.addAll(HttpsUse.check(file, from, https.hosts(), secrets));
        return problems;
    }

    /**
     * Checks a kamelet's template. The schema describes a list of routes, so the template is
     * wrapped in one.
     */
    private List<Diagnostic> template(YamlFile file, JsonNode template) {
        var json = JsonNodeFactory.instance;
        var routes = json.arrayNode();
        // a template may have both fields, of which Camel uses one; both are checked
        for (var wrapped : List.of("route", "from")) {
            if (template.has(wrapped)) {
                routes.add(json.objectNode().set(wrapped, template.get(wrapped)));
            }
        }
        var within = List.<Object>of("spec", "template");
        var problems = new ArrayList<>(words(file, routes, within));
        schema().check(routes)
                .map(finding -> file.problem(line(file, within, finding.path()), finding.reason()))
                .ifPresent(problems::add);
        return problems;
    }

    private List<Diagnostic> words(YamlFile file, JsonNode routes, List<Object> within) {
        return vocabulary().check(routes).stream()
                .map(finding -> file.problem(line(file, within, finding.path()), finding.reason()))
                .toList();
    }

    /**
     * The line of a path that the schema reported.
     *
     * @param within path of the kamelet's template, in which the wrapping list does not exist;
     *     empty for a file of routes
     */
    private static int line(YamlFile file, List<Object> within, List<Object> path) {
        var all = new ArrayList<>(within);
        all.addAll(within.isEmpty() ? path : path.subList(Math.min(1, path.size()), path.size()));
        return file.line(all);
    }

    private static void expect(
            YamlFile file, List<Diagnostic> problems, String wanted, String... path) {
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
            here = here.flatMap(node -> YamlFile.field(node, step));
        }
        return here;
    }

    private RouteSchema schema() {
        if (schema == null) {
            schema = new RouteSchema();
        }
        return schema;
    }

    private Vocabulary vocabulary() {
        if (vocabulary == null) {
            vocabulary = new Vocabulary();
        }
        return vocabulary;
    }
}
