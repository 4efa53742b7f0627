package dev.dragoman.camel.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.https.HttpsAccess;
import dev.dragoman.camel.https.OverlaySecrets;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.point.Point;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Checks overlays: their YAML, Camel's schema, the form of kamelets, and what routes may reach.
 * Finally checks whether Camel can build the routes together with the built-in ones.
 */
public final class OverlayCheck {
    private static final String BUILT_IN =
            "route id '%s' is that of a built-in route in %s: give this file the same name to replace that file, or choose another id";

    private static final String KAMELET = ".kamelet.yaml";

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
        var outside =
                "is not read: it is a link to a file outside the overlay directory; put the file itself here";
        overlays.outside().forEach(path -> problems.add(Diagnostic.error(path, outside)));
        var warnings = new ArrayList<Diagnostic>();
        for (var file : overlays.shadowed()) {
            var reason = "is not read: %s has the same name and comes first";
            warnings.add(Diagnostic.warning(file.path(), reason, file.by()));
        }
        for (var path : overlays.ignored()) {
            warnings.add(
                    Diagnostic.warning(
                            path,
                            "is not read: only files *.camel.yaml, *.kamelet.yaml, POINT.NAME.steps.yaml, COMPOSITION.LINE.object.yaml, COMPOSITION.rules.yaml, COMPOSITION.status.yaml, definition.yaml and namespace.template.yaml directly in the directory are read"));
        }
        if (!overlays.isEmpty()) {
            routes(overlays, problems, warnings);
        }
        problems.addAll(warnings);
        return problems;
    }

    /** Reads the hidden values that files name which have passed {@link #check}; all errors. */
    public List<Diagnostic> hidden(Overlays overlays) {
        var problems = new ArrayList<Diagnostic>();
        var _ = read(overlays, file -> SecretUse.check(file, file.root(), secrets), problems);
        return problems;
    }

    /** What the files need of the API server. They must have passed {@link #check}. */
    public NeededRights rights(Overlays overlays) {
        var shipped =
                Reach.of(BuiltIn.all(builtInRoutes)).all().stream()
                        .map(Reach.Unit::begins)
                        .collect(Collectors.toSet());
        var files = read(overlays, any -> List.of(), new ArrayList<>());
        return NeededRights.of(files, beans, shipped);
    }

    private void routes(Overlays overlays, List<Diagnostic> problems, List<Diagnostic> warnings) {
        var files =
                read(
                        overlays,
                        each -> each.name().endsWith(KAMELET) ? kamelet(each) : route(each),
                        problems);
        var shipped = BuiltIn.all(builtInRoutes);
        var builtIn = BuiltIn.notReplaced(shipped, overlays);
        problems.addAll(repeatedIds(builtIn, files));
        var all = new ArrayList<>(builtIn);
        all.addAll(files);
        var points = new PointFiles(beans, all);
        problems.addAll(points.names(overlays));
        StraightRoutes.check(lines, beans, shipped, files, overlays)
                .forEach(each -> (each.warning() ? warnings : problems).add(each));
        overlays.files().forEach(path -> PointFiles.contract(path).ifPresent(problems::add));
        overlays.files().forEach(path -> problems.addAll(PointFiles.comments(path)));
        // only if all files could be read: an unread file may contain a route that other files call
        if (files.size() == overlays.files().size()) {
            problems.addAll(points.uses(all, files));
            problems.addAll(missingRoutes(all));
            problems.addAll(Needs.check(all, files));
            problems.addAll(subscriptions.check(builtIn, files));
            warnings.addAll(new NeverRuns(shipped, files).warnings(all));
            warnings.addAll(SharedRoutes.warnings(all, files, lines));
            CompositionRoutes.check(lines, all, overlays)
                    .forEach(each -> (each.warning() ? warnings : problems).add(each));
        }
        files.forEach(file -> problems.addAll(Reserved.check(file, lines)));
        files.forEach(file -> warnings.addAll(names.warnings(file)));
        if (problems.isEmpty()) {
            problems.addAll(
                    new TrialBuild(builtInRoutes, settings, classes, https, secrets)
                            .check(overlays, files));
        }
    }

    /** The files that can be read, each of which is checked. */
    private static List<YamlFile> read(
            Overlays overlays,
            Function<YamlFile, List<Diagnostic>> check,
            List<Diagnostic> problems) {
        var files = new ArrayList<YamlFile>();
        for (var path : overlays.files()) {
            try {
                files.add(YamlFile.of(path));
                problems.addAll(check.apply(files.getLast()));
            } catch (YamlFile.Broken e) {
                problems.add(e.problem());
            }
        }
        return files;
    }

    private static Diagnostic stray(Path path) {
        var name = path.getFileName().toString();
        var stem = name.substring(0, name.lastIndexOf('.')).replaceFirst("\\..*", "");
        return Diagnostic.error(
                path,
                "is not read: name it %1$s.camel.yaml if it holds routes, %1$s.kamelet.yaml if a kamelet. Steps of an extension point are POINT.NAME.steps.yaml, such as %2$s.steps.yaml; a template of a composition is COMPOSITION.LINE.object.yaml",
                stem,
                Point.ofId(stem).isPresent() ? stem + ".NAME" : "azure-desired." + stem);
    }

    private List<Diagnostic> route(YamlFile file) {
        var problems = new ArrayList<Diagnostic>();
        problems.addAll(schema(file, file.data(), List.of()));
        problems.addAll(Safety.check(file, file.root(), settings.keySet()));
        problems.addAll(outside(file, file.root()));
        problems.addAll(beans.check(file));
        return problems;
    }

    private List<Diagnostic> kamelet(YamlFile file) {
        var problems = new ArrayList<Diagnostic>();
        var data = file.data();
        var name = file.name().substring(0, file.name().length() - KAMELET.length());
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
                                "the required parameter '%s' is not declared in spec.definition.properties",
                                required.asText()));
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
        return schema(file, routes, within);
    }

    private List<Diagnostic> schema(YamlFile file, JsonNode routes, List<Object> within) {
        var found = vocabulary().check(routes);
        var known = found.stream().map(Vocabulary.Finding::path).toList();
        return Stream.concat(
                        found.stream(),
                        schema()
                                .check(routes)
                                .filter(each -> !known.contains(each.path()))
                                .stream())
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
                            "%s must be '%s'",
                            String.join(".", path),
                            wanted));
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

    /**
     * Checks in all files that will run that a route exists for each call of {@code direct:}. Camel
     * notices a missing route only when the first message arrives.
     */
    private static List<Diagnostic> missingRoutes(List<YamlFile> all) {
        var consumed = new HashSet<String>();
        var called = new ArrayList<EndpointAddress>();
        for (var file : all) {
            for (var address : EndpointAddress.of(file)) {
                if (address.hasScheme("direct")) {
                    switch (address.use()) {
                        case CONSUMES -> consumed.add(address.name());
                        case SENDS -> called.add(address);
                        // a poll receives messages, so no route need begin with the address
                        case POLLS -> {}
                    }
                }
            }
        }
        if (consumed.stream().anyMatch(EndpointAddress::isComputed)) {
            return List.of();
        }
        return called.stream()
                .filter(a -> !EndpointAddress.isComputed(a.name()) && !consumed.contains(a.name()))
                .map(a -> a.problem("no route begins with direct:" + a.name()))
                .toList();
    }

    /**
     * Reports ids of overlays that another route has too. For such an id, Camel would replace the
     * first route without a message, or refuse the second route without naming its line.
     *
     * @param builtIn built-in files that no overlay replaces
     */
    private static List<Diagnostic> repeatedIds(List<YamlFile> builtIn, List<YamlFile> overlays) {
        var problems = new ArrayList<Diagnostic>();
        var seen = new LinkedHashMap<String, YamlFile>();
        for (var file : builtIn) {
            routeIds(file).forEach(id -> seen.putIfAbsent(id.id(), file));
        }
        for (var file : overlays) {
            for (var id : routeIds(file)) {
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

    private record RouteId(int index, String id) {}

    private static List<RouteId> routeIds(YamlFile file) {
        var found = new ArrayList<RouteId>();
        for (int i = 0; file.data().isArray() && i < file.data().size(); i++) {
            var id = file.data().get(i).path("route").path("id").asText("");
            if (!id.isEmpty()) {
                found.add(new RouteId(i, id));
            }
        }
        return found;
    }
}
