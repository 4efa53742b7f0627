package dev.dragoman.camel.check;

import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.check.Reach.Unit;
import dev.dragoman.camel.https.HttpsComponent;
import dev.dragoman.camel.point.PointBeans;
import dev.dragoman.camel.vault.VaultComponent;
import dev.dragoman.capability.point.Point;
import dev.dragoman.settings.Nearest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;

/**
 * Checks files that add steps to an extension point: whether the point exists, and whether the
 * steps do only what is allowed at that point.
 */
final class PointFiles {
    private static final String KAMELET = ".kamelet.yaml";
    private static final String CONTRACT = "dragoman.dev/contract:";
    private static final String MAJOR = "v1";

    /**
     * Contract version of routes that replace those of a capability: a route is a straight sequence
     * of lines.
     */
    static final String STRAIGHT = "v2";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
    private static final Pattern CONTRACT_COMMENT =
            Pattern.compile("#\\s*" + Pattern.quote(CONTRACT) + "\\s*(\\S*).*");

    /** End of the names of files for the points before-create and before-change. */
    private static final String BEFORE_SEND = "-before-send";

    /** Schemes whose endpoints have effects outside the exchange. */
    private static final Set<String> ACTING =
            Set.of(
                    "kubernetes-apply",
                    "kubernetes-status",
                    "kubernetes-event",
                    "kubernetes-finalizer",
                    "kubernetes-reconcile",
                    VaultComponent.SCHEME,
                    "https");

    /** Steps that can have a timeout, after which they no longer wait for their branches. */
    private static final Set<String> BRANCHING = Set.of("multicast", "split");

    private final BeanCalls beans;

    /** The points at which files run, by what the names of these files begin with. */
    private final Map<String, Set<String>> known = new TreeMap<>();

    private final Set<String> steps = new TreeSet<>();

    /**
     * @param routes all files that will run; a point exists if one of these files calls it
     */
    PointFiles(BeanCalls beans, Collection<YamlFile> routes) {
        this.beans = beans;
        for (var address : routes.stream().flatMap(f -> EndpointAddress.of(f).stream()).toList()) {
            var id = address.hasScheme(Reach.POINT) ? address.name() : "";
            if (Point.ofId(id).isPresent()) {
                Point.files(id)
                        .forEach(n -> known.computeIfAbsent(n, any -> new TreeSet<>()).add(id));
            }
        }
        routes.stream()
                .filter(YamlFile::isSteps)
                .flatMap(file -> Overlays.Steps.of(file.path()).stream())
                .map(Overlays.Steps::id)
                .forEach(steps::add);
    }

    /**
     * The contract version in the comments with which a file begins; empty when they have none, or
     * the file cannot be read.
     */
    static Optional<String> major(Path path) {
        return Overlays.comments(path).stream()
                .map(CONTRACT_COMMENT::matcher)
                .filter(Matcher::matches)
                .map(said -> said.group(1))
                .findFirst();
    }

    /** Reports a contract version that this operator does not support. */
    static Optional<Diagnostic> contract(Path path) {
        boolean routes = path.getFileName().toString().endsWith(".camel.yaml");
        var more = routes ? ", and %s for routes of capabilities".formatted(STRAIGHT) : "";
        return major(path)
                .filter(said -> !said.equals(MAJOR) && !(routes && said.equals(STRAIGHT)))
                .map(
                        said ->
                                Diagnostic.error(
                                        path,
                                        "is written for contract %s; this operator supports %s%s",
                                        said,
                                        MAJOR,
                                        more));
    }

    /**
     * Reports comments at the beginning of a file that contain {@code dragoman.dev/}, but are
     * unknown or have no meaning in this file.
     */
    static List<Diagnostic> comments(Path path) {
        var problems = new ArrayList<Diagnostic>();
        var lines = Overlays.comments(path);
        boolean adds = path.getFileName().toString().contains("-" + Point.OBJECTS.text() + ".");
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            boolean known =
                    line.equals(Overlays.RESTRICTS)
                            ? adds
                            : CONTRACT_COMMENT.matcher(line).matches()
                                    || line.startsWith(CopiedLines.COMMENT);
            if (line.contains("dragoman.dev/") && !known) {
                problems.add(
                        new Diagnostic(
                                path,
                                i + 1,
                                false,
                                "'%s' has no meaning here; the operator knows '# %s v1' on the first line, and in files that add objects '%s'",
                                line,
                                CONTRACT,
                                Overlays.RESTRICTS));
            }
        }
        return problems;
    }

    /** Checks the names of files, which contain the name of their point. */
    List<Diagnostic> names(Overlays overlays) {
        var problems = new ArrayList<Diagnostic>();
        for (var file : overlays.steps()) {
            var points = known.getOrDefault(file.point(), Set.of());
            if (points.isEmpty()) {
                problems.add(Diagnostic.error(file.path(), unknown(file)));
            } else if (file.point().endsWith(BEFORE_SEND) && points.size() < 2) {
                problems.add(
                        Diagnostic.error(
                                file.path(),
                                "would run only at %s, because the route has no line for the other point: add that line, or name the file %<s.%s.steps.yaml",
                                String.join("", points),
                                file.name()));
            } else if (!NAME.matcher(file.name()).matches()) {
                problems.add(
                        Diagnostic.error(
                                file.path(),
                                "has the name '%s' after its point; this name may have only letters, digits, '.', '_' and '-'",
                                file.name()));
            }
            for (var point : points) {
                if (overlays.file(point + KAMELET).isPresent()) {
                    problems.add(
                            Diagnostic.error(
                                    file.path(),
                                    "never runs at %s: the kamelet %1$s%s replaces the whole point; remove one of the two files, or write the kamelet as steps",
                                    point,
                                    KAMELET));
                }
            }
        }
        return problems;
    }

    private String unknown(Overlays.Steps file) {
        var those = known.keySet().stream().filter(each -> each.endsWith("-" + file.point()));
        var files = those.map(each -> "%s.%s.steps.yaml".formatted(each, file.name())).toList();
        return files.isEmpty()
                ? "there is no extension point '%s'%s; known are: %s"
                        .formatted(
                                file.point(),
                                Nearest.hint(Nearest.of(file.point(), known.keySet())),
                                String.join(", ", known.keySet()))
                : "cannot hold for all capabilities, because the message body at '%s' is another one for each; write one of %s"
                        .formatted(file.point(), String.join(", ", files));
    }

    /**
     * Reports what steps may not do at their point, and calls of {@link PointBeans} in routes that
     * run at no point.
     */
    List<Diagnostic> uses(List<YamlFile> all, List<YamlFile> overlays) {
        var reach = Reach.of(all);
        var problems = new ArrayList<Diagnostic>();
        var ours = reach.in(overlays);
        var within = new HashSet<Unit>();
        for (var name : known.keySet()) {
            var first = known.get(name).iterator().next();
            var point = Point.ofId(first).orElseThrow();
            var begins = new TreeSet<>(Set.of(Reach.POINT + ":" + name));
            if (known.get(name).contains(name)) {
                begins.add("kamelet:" + name);
            }
            var entries = ours.stream().filter(unit -> begins.contains(unit.begins())).toList();
            for (var unit : reach.from(entries::contains)) {
                if (overlays.contains(unit.file())) {
                    within.add(unit);
                    at(unit, point, name, problems);
                } else {
                    entries.forEach(entry -> problems.add(into(entry, unit, name)));
                }
            }
        }
        for (var unit : ours) {
            if (!within.contains(unit)) {
                outside(unit, problems);
            }
        }
        return problems.stream().distinct().toList();
    }

    private static Diagnostic into(Unit entry, Unit unit, String name) {
        return entry.problem(
                "a step at %s calls the built-in %s; steps may not run a reconciliation",
                name, unit.begins());
    }

    private static void effects(Unit unit, Point point, String name, List<Diagnostic> problems) {
        for (var address : EndpointAddress.of(unit.file(), unit.part())) {
            if (acts(address)
                    && !(point.asks() && isQuestion(address))
                    && address.use() != EndpointAddress.Use.CONSUMES) {
                problems.add(
                        address.problem(
                                "%s has effects outside, but steps at %s run often, before the operator decides. Use it in after-create, transition or a route of your own",
                                address.scheme(), name));
            }
        }
    }

    private void at(Unit unit, Point point, String name, List<Diagnostic> problems) {
        if (!point.acts()) {
            effects(unit, point, name, problems);
        }
        if (point.judges() || point.changes()) {
            YamlFile.fields(unit.part()).forEach(each -> lost(unit, each, name, problems));
        }
        calls(unit, problems);
        templates(unit, problems);
        for (var use : uses(unit)) {
            if (beans.isOfACapability(use.bean())) {
                problems.add(
                        use.problem(
                                "bean '%s' is for the route of a capability: steps may not run a reconciliation",
                                use.bean()));
                continue;
            }
            if (!PointBeans.fits(use.bean(), point)) {
                problems.add(
                        use.problem(
                                "bean '%s' has no effect at %s; it works at %s",
                                use.bean(), name, PointBeans.points(use.bean())));
            }
        }
    }

    /**
     * Reports steps whose result would be lost, because nothing waits for it, or not to its end.
     */
    private static void lost(Unit unit, NodeTuple step, String name, List<Diagnostic> problems) {
        var said = YamlFile.text(step.getKeyNode());
        if ("wireTap".equals(said)) {
            problems.add(
                    unit.problem(
                            step.getKeyNode(),
                            "nothing waits for 'wireTap', so its result at %s would be lost; use 'to'",
                            name));
        }
        var timeout = YamlFile.field(step.getValueNode(), "timeout");
        if (BRANCHING.contains(said) && timeout.isPresent()) {
            problems.add(
                    unit.problem(
                            timeout.get(),
                            "'timeout' of '%s' drops late branches, so a refusal or failure at %s would be lost; remove the timeout",
                            said,
                            name));
        }
    }

    private void calls(Unit unit, List<Diagnostic> problems) {
        for (var address : EndpointAddress.of(unit.file(), unit.part())) {
            if (address.hasScheme("direct")
                    && address.use() == EndpointAddress.Use.SENDS
                    && steps.contains(address.name())) {
                problems.add(
                        address.problem(
                                "%s is another file of steps, which cannot be called; put steps that both files need into a route or a kamelet",
                                address.name()));
            }
        }
    }

    /**
     * Reports calls of {@code objects.template} that do not stand directly below the step that sets
     * the template.
     */
    private void templates(Unit unit, List<Diagnostic> problems) {
        var read = Templates.lines(unit.file(), unit.part(), Templates::reads);
        for (var use : uses(unit)) {
            if (use.bean().equals("objects")
                    && !use.method().startsWith("add")
                    && !read.contains(use.beanLine())) {
                problems.add(
                        use.problem(
                                "the step above does not set a template: write 'setBody: { constant: ... }' there, with the YAML of the object, and here 'to: %s'",
                                Templates.METHOD));
            }
        }
    }

    private static boolean isQuestion(EndpointAddress address) {
        return SecretUse.isWhole(address) || address.hasScheme(HttpsComponent.SCHEME);
    }

    private static boolean acts(EndpointAddress address) {
        // an address that consists of a hidden value must be an https address
        if (SecretUse.isWhole(address)) {
            return true;
        }
        return address.hasScheme("azure-arm")
                ? !"get".equals(address.name())
                : ACTING.contains(address.scheme());
    }

    private void outside(Unit unit, List<Diagnostic> problems) {
        for (var use : uses(unit)) {
            if (PointBeans.ALL.containsKey(use.bean())) {
                problems.add(
                        use.problem(
                                "bean '%s' works only at extension points: %s",
                                use.bean(), PointBeans.points(use.bean())));
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
