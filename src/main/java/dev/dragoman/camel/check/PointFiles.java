package dev.dragoman.camel.check;

import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.check.Reach.Unit;
import dev.dragoman.camel.https.HttpsComponent;
import dev.dragoman.camel.point.PointBeans;
import dev.dragoman.capability.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Files that add steps to an extension point: whether there is such a point, and whether the steps
 * do what one may do there.
 */
final class PointFiles {
    private static final String KAMELET = ".kamelet.yaml";
    private static final String CONTRACT = "dragoman.dev/contract:";
    private static final String MAJOR = "v1";

    /** Of routes in place of a capability's: straight lines. */
    static final String STRAIGHT = "v2";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
    private static final Pattern SAID =
            Pattern.compile("#\\s*" + Pattern.quote(CONTRACT) + "\\s*(\\S*).*");

    /** What it was called before. */
    private static final String BEFORE_SEND = "azure-before-send";

    private static final String DESIRED = "azure-desired";

    /** Have effects outside of the exchange. */
    private static final Set<String> ACTING =
            Set.of(
                    "kubernetes-apply",
                    "kubernetes-status",
                    "kubernetes-event",
                    "kubernetes-finalizer",
                    "kubernetes-reconcile",
                    "https");

    private final BeanCalls beans;
    private final Set<String> known = new TreeSet<>();
    private final Set<String> steps = new TreeSet<>();

    /**
     * @param routes all that will run: what they call are the points that there are
     */
    PointFiles(BeanCalls beans, Collection<YamlFile> routes) {
        this.beans = beans;
        routes.stream()
                .flatMap(file -> Address.of(file).stream())
                .filter(address -> address.hasScheme(Reach.POINT))
                .map(Address::name)
                .forEach(known::add);
        routes.stream()
                .filter(YamlFile::isSteps)
                .flatMap(file -> Overlays.Steps.of(file.path()).stream())
                .map(Overlays.Steps::id)
                .forEach(steps::add);
    }

    /** The major version of the contract that a file says it is written for. */
    static Optional<String> major(Path path) {
        try (var lines = Files.lines(path)) {
            return lines.findFirst()
                    .map(SAID::matcher)
                    .filter(Matcher::matches)
                    .map(said -> said.group(1));
        } catch (IOException | java.io.UncheckedIOException unreadable) {
            return Optional.empty();
        }
    }

    /** Another major version of the contract than this operator keeps. */
    static Optional<Diagnostic> contract(Path path) {
        boolean routes = path.getFileName().toString().endsWith(".camel.yaml");
        return major(path)
                .filter(said -> !said.equals(MAJOR) && !(routes && said.equals(STRAIGHT)))
                .map(
                        said ->
                                new Diagnostic(
                                        path.toString(),
                                        1,
                                        "is written for contract %s; this operator keeps %s%s"
                                                .formatted(
                                                        said,
                                                        MAJOR,
                                                        routes
                                                                ? ", and %s for routes of capabilities"
                                                                        .formatted(STRAIGHT)
                                                                : "")));
    }

    /**
     * First comments that are written for the operator, and that it does not know, or not there.
     */
    static List<Diagnostic> comments(Path path) {
        var problems = new ArrayList<Diagnostic>();
        var lines = Overlays.comments(path);
        boolean adds = path.getFileName().toString().contains("-" + Point.OBJECTS.text() + ".");
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            boolean known = line.equals(Overlays.RESTRICTS) ? adds : SAID.matcher(line).matches();
            if (line.contains("dragoman.dev/") && !known) {
                problems.add(
                        new Diagnostic(
                                path.toString(),
                                i + 1,
                                "'%s' says nothing to the operator here; it knows '# %s v1' on the first line, and in files that add objects '%s'"
                                        .formatted(line, CONTRACT, Overlays.RESTRICTS)));
            }
        }
        return problems;
    }

    /** Names of files: which point they are for. */
    List<Diagnostic> names(Overlays overlays) {
        var problems = new ArrayList<Diagnostic>();
        for (var file : overlays.steps()) {
            if (!known.contains(file.point())) {
                problems.add(new Diagnostic(file.path().toString(), 1, unknown(file.point())));
            } else if (!NAME.matcher(file.name()).matches()) {
                problems.add(
                        new Diagnostic(
                                file.path().toString(),
                                1,
                                "is named '%s', of which letters, digits, '.', '_' and '-' may be"
                                        .formatted(file.name())));
            } else if (overlays.file(file.point() + KAMELET).isPresent()) {
                problems.add(
                        new Diagnostic(
                                file.path().toString(),
                                1,
                                "never runs: %s%s replaces all of the point; make it a file of steps, or take one of them away"
                                        .formatted(file.point(), KAMELET)));
            }
        }
        for (var path : overlays.kamelets()) {
            if (path.getFileName().toString().equals(BEFORE_SEND + KAMELET)) {
                problems.add(new Diagnostic(path.toString(), 1, unknown(BEFORE_SEND)));
            }
        }
        return problems;
    }

    private String unknown(String point) {
        return point.equals(BEFORE_SEND)
                ? "%s is now called %s: name the file so, and, of a kamelet, what is in it; set tags with bean:body?method=tag"
                        .formatted(BEFORE_SEND, DESIRED)
                : "there is no extension point '%s'; known are: %s"
                        .formatted(point, String.join(", ", known));
    }

    /** What steps do that may not be done at their point, or only there. */
    List<Diagnostic> uses(List<YamlFile> builtIn, List<YamlFile> overlays) {
        var all = new ArrayList<>(builtIn);
        all.addAll(overlays);
        var reach = Reach.of(all);
        var problems = new ArrayList<Diagnostic>();
        var ours = reach.in(overlays);
        var within = new TreeSet<String>();
        for (var name : known) {
            var point = Point.ofId(name).orElse(Point.DESIRED);
            var entries =
                    ours.stream()
                            .filter(
                                    unit ->
                                            unit.begins().equals(Reach.POINT + ":" + name)
                                                    || unit.begins().equals("kamelet:" + name))
                            .toList();
            for (var unit : reach.from(entries::contains)) {
                if (overlays.contains(unit.file())) {
                    within.add(key(unit));
                    at(unit, point, name, problems);
                } else {
                    entries.forEach(entry -> problems.add(into(entry, unit, name)));
                }
            }
        }
        for (var unit : ours) {
            if (!within.contains(key(unit))) {
                outside(unit, problems);
            }
        }
        return problems.stream().distinct().toList();
    }

    private static String key(Unit unit) {
        return unit.file().path() + ":" + unit.line();
    }

    private static Diagnostic into(Unit entry, Unit unit, String name) {
        return entry.file()
                .problem(
                        entry.line(),
                        "a step at %s calls %s, which is built in: a reconciliation is no step of itself"
                                .formatted(name, unit.begins()));
    }

    private static void effects(Unit unit, Point point, String name, List<Diagnostic> problems) {
        for (var address : Address.of(unit.file(), unit.part())) {
            if (acts(address)
                    && !(point.asks() && isQuestion(address))
                    && address.use() != Address.Use.CONSUMES) {
                problems.add(
                        address.problem(
                                "%s has effects outside, and steps at %s run often, and before anything is decided. Use it in after-create, transition or a route of your own"
                                        .formatted(address.scheme(), name)));
            }
        }
    }

    private void at(Unit unit, Point point, String name, List<Diagnostic> problems) {
        if (!point.acts()) {
            effects(unit, point, name, problems);
        }
        if (point.judges() || point.changes()) {
            YamlFile.keys(unit.part(), "wireTap")
                    .forEach(
                            line ->
                                    problems.add(
                                            unit.file()
                                                    .problem(
                                                            line,
                                                            "'wireTap' is not waited for: what it comes to at %s would be lost; use 'to'"
                                                                    .formatted(name))));
        }
        calls(unit, name, problems);
        templates(unit, problems);
        for (var use : uses(unit)) {
            if (beans.isOfACapability(use.bean())) {
                problems.add(
                        use.file()
                                .problem(
                                        use.beanLine(),
                                        "bean '%s' is for the route of a capability: a reconciliation is no step of itself"
                                                .formatted(use.bean())));
                continue;
            }
            boolean fits =
                    switch (use.bean()) {
                        case "verdict" -> point.judges();
                        case "body" -> point == Point.DESIRED;
                        case "exports" -> point == Point.EXPORTED;
                        case "objects" -> point == Point.OBJECTS;
                        case "signature" -> point == Point.SIGN;
                        default -> true;
                    };
            if (!fits) {
                problems.add(
                        use.file()
                                .problem(
                                        use.beanLine(),
                                        "bean '%s' is of no use at %s: %s"
                                                .formatted(use.bean(), name, where(use.bean()))));
            }
        }
    }

    private void calls(Unit unit, String name, List<Diagnostic> problems) {
        for (var address : Address.of(unit.file(), unit.part())) {
            if (Set.of("direct", "kamelet", "bean").contains(address.scheme())
                    && Address.isComputed(address.name())) {
                problems.add(
                        address.problem(
                                "the address is computed; write a constant, so that it is known what steps at %s do"
                                        .formatted(name)));
            }
            if (address.hasScheme("direct")
                    && address.use() == Address.Use.SENDS
                    && steps.contains(address.name())) {
                problems.add(
                        address.problem(
                                "%s is a file of steps of its own; put what both need into a route, or a kamelet"
                                        .formatted(address.name())));
            }
        }
    }

    /** However the bean is called: only this form stands below its template. */
    private void templates(Unit unit, List<Diagnostic> problems) {
        var read = Templates.lines(unit.part());
        for (var use : uses(unit)) {
            if (use.bean().equals("objects")
                    && !use.method().startsWith("add")
                    && !read.contains(use.beanLine())) {
                problems.add(
                        use.file()
                                .problem(
                                        use.beanLine(),
                                        "the step above sets no template: write 'setBody: { constant: ... }' there, with the YAML of the object, and here 'to: %s'"
                                                .formatted(Templates.METHOD)));
            }
        }
    }

    private static boolean isQuestion(Address address) {
        return SecretUse.isWhole(address) || address.hasScheme(HttpsComponent.SCHEME);
    }

    private static boolean acts(Address address) {
        // all of the address is a value of a Secret, which is one of https
        if (SecretUse.isWhole(address)) {
            return true;
        }
        return address.hasScheme("azure-arm")
                ? !"get".equals(address.name())
                : ACTING.contains(address.scheme());
    }

    private static String where(String bean) {
        return switch (bean) {
            case "verdict" ->
                    "refuse and hold in desired, before-create, before-change, before-delete or sign";
            case "body" -> "what is wanted is changed in desired";
            case "objects" -> "objects are added in the point objects";
            case "signature" -> "signatures are given in the point sign";
            default -> "what is exported is changed in exported";
        };
    }

    private void outside(Unit unit, List<Diagnostic> problems) {
        for (var use : uses(unit)) {
            if (PointBeans.ALL.containsKey(use.bean())) {
                problems.add(
                        use.file()
                                .problem(
                                        use.beanLine(),
                                        "bean '%s' works at extension points alone: %s"
                                                .formatted(use.bean(), where(use.bean()))));
            }
        }
    }

    private List<BeanCalls.Use> uses(Unit unit) {
        return beans.uses(unit.file()).stream()
                .filter(use -> within(unit.part(), use.beanLine()))
                .toList();
    }

    private static boolean within(Node part, int line) {
        int end = part.getEndMark().map(mark -> mark.getLine() + 1).orElse(Integer.MAX_VALUE);
        return line >= YamlFile.lineOf(part) && line <= end;
    }
}
