package dev.dragoman.camel.check;

import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.capability.FailureProcessors;
import dev.dragoman.camel.capability.LineAddress;
import dev.dragoman.camel.check.Reach.Unit;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.Line;
import dev.dragoman.capability.point.Point;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.nodes.Node;

/** Checks routes that replace those of a capability: which lines they have, and in which order. */
final class StraightRoutes {
    /** File of the route configuration that handles failures of all capabilities. */
    static final String FAILURES = FailureProcessors.NAME + ".camel.yaml";

    private static final String OBSERVE = "observe";
    private static final String END = "end";
    private static final String RECORD = "record";

    /** Steps that handle a failure, so that the operator would not see it. */
    private static final Set<String> HANDLERS =
            Set.of("doTry", "onException", "onCompletion", "errorHandler", "intercept");

    /** Steps that run others on a copy of the message, or more than once. */
    private static final Set<String> COPIES =
            Set.of("split", "multicast", "wireTap", "loop", "threads", "aggregate", "saga");

    private final List<YamlFile> files;
    private final Overlays overlays;
    private final List<Diagnostic> problems = new ArrayList<>();

    private StraightRoutes(List<YamlFile> files, Overlays overlays) {
        this.files = files;
        this.overlays = overlays;
    }

    /**
     * @param known lines of all capabilities
     * @param files of the overlays
     * @param overlays tell whether objects of teams restrict what runs
     */
    static List<Diagnostic> check(
            Collection<CapabilityLines> known, List<YamlFile> files, Overlays overlays) {
        var check = new StraightRoutes(files, overlays);
        for (var lines : known) {
            check.capability(lines);
        }
        files.stream()
                .filter(file -> file.name().equals(FAILURES))
                .forEach(
                        file ->
                                check.problems.add(
                                        file.problem(
                                                1,
                                                "has the name of the file that shows failures, which cannot be replaced; choose another name")));
        return check.problems;
    }

    private void capability(CapabilityLines lines) {
        var units = Reach.of(files).all();
        var kept = route(units, lines.route(false));
        var going = route(units, lines.route(true));
        if (lines.deletes() && kept.isPresent() != going.isPresent()) {
            var there = kept.or(() -> going).orElseThrow();
            if (isOfThisContract(there)) {
                problems.add(
                        there.file()
                                .problem(
                                        1,
                                        "replaces %s.camel.yaml, but has no route '%s'"
                                                .formatted(
                                                        lines.capability(),
                                                        lines.route(kept.isPresent()))));
            }
        }
        kept.ifPresent(unit -> route(unit, lines, false));
        if (lines.deletes()) {
            going.ifPresent(unit -> route(unit, lines, true));
        }
    }

    private static Optional<Unit> route(List<Unit> units, String name) {
        return units.stream().filter(unit -> unit.begins().equals("direct:" + name)).findFirst();
    }

    /** Whether the file is written for straight lines; otherwise reports that. */
    private boolean isOfThisContract(Unit unit) {
        if (PointFiles.major(unit.file().path()).filter(PointFiles.STRAIGHT::equals).isPresent()) {
            return true;
        }
        problems.add(
                unit.file()
                        .problem(
                                unit.line(),
                                "%s replaces the route of a capability, and is written for contract v1, in which steps were branches of a loop. Write the lines anew, beginning with those that docs/routes.md shows, and '# dragoman.dev/contract: %s' as the first line"
                                        .formatted(unit.label(), PointFiles.STRAIGHT)));
        return false;
    }

    private void route(Unit unit, CapabilityLines lines, boolean deleting) {
        if (!isOfThisContract(unit)) {
            return;
        }
        named(unit, lines.route(deleting));
        failures(unit, lines);
        called(unit, lines);
        var all = lines.of(deleting);
        var names = new HashMap<String, String>();
        all.forEach(each -> names.put(each.address(), each.step()));
        for (var control : List.of(OBSERVE, END, RECORD)) {
            names.put("bean:%s.%s".formatted(lines.capability(), control), control);
        }
        var found = new ArrayList<Placed>();
        for (var address : EndpointAddress.of(unit.file(), unit.part())) {
            var step = names.get(LineAddress.of(written(address)));
            if (step != null && address.use() == EndpointAddress.Use.SENDS) {
                found.add(new Placed(step, address));
            }
        }
        controls(unit, found);
        order(unit, all, found, !overlays.restricting(lines.capability()).isEmpty());
    }

    /** A step, and its address in the route. */
    private record Placed(String step, EndpointAddress address) {}

    /** The URI with the options that stand beside it. */
    private static String written(EndpointAddress address) {
        var options = new ArrayList<String>();
        for (var name : List.of("method", "path", "apiVersion")) {
            var value = address.parameter(name);
            if (!value.isEmpty()) {
                options.add(name + "=" + value);
            }
        }
        return address.uri().replaceFirst("[?].*", "")
                + (options.isEmpty() ? "" : "?" + String.join("&", options));
    }

    /** Checks the route's id, by which the running operator knows the lines of a route. */
    private void named(Unit unit, String name) {
        var inner = YamlFile.field(unit.part(), "route").orElse(unit.part());
        if (!YamlFile.field(inner, "id").map(YamlFile::text).orElse("").equals(name)) {
            problems.add(
                    unit.file()
                            .problem(
                                    unit.line(),
                                    "%s begins with direct:%s: write 'id: %s'"
                                            .formatted(unit.label(), name, name)));
        }
    }

    private void failures(Unit unit, CapabilityLines lines) {
        var inner = YamlFile.field(unit.part(), "route").orElse(unit.part());
        if (!configuration(inner).equals(FailureProcessors.NAME)) {
            problems.add(
                    unit.file()
                            .problem(
                                    unit.line(),
                                    "%s lacks 'routeConfigurationId: %s': a failure of %s would not be shown"
                                            .formatted(
                                                    unit.label(),
                                                    FailureProcessors.NAME,
                                                    lines.capability())));
        }
        Reach.of(List.of(unit.file())).all().stream()
                .filter(Unit::isBeside)
                .forEach(
                        each ->
                                problems.add(
                                        unit.file()
                                                .problem(
                                                        each.line(),
                                                        "error handlers and interceptors in this file would be in force for %s too; put them into a file of their own"
                                                                .formatted(unit.label()))));
        keys(
                unit,
                HANDLERS,
                "'%s' handles failures in place of the operator, which shows them; leave it out");
        keys(
                unit,
                COPIES,
                "'%s' works on copies or more than once, but lines of a reconciliation run once, on one message. Put it into a route of your own");
    }

    /**
     * Checks called routes: Camel would return a failure in them as already handled, unless they
     * leave its handling to the caller.
     */
    private void called(Unit from, CapabilityLines lines) {
        var seen = new HashSet<Unit>();
        var next = new ArrayDeque<>(List.of(from));
        while (!next.isEmpty()) {
            var unit = next.remove();
            for (var each : Reach.of(files).all()) {
                if (each.scheme().equals("direct")
                        && unit.calls().contains(each.begins())
                        && seen.add(each)) {
                    next.add(each);
                }
            }
        }
        seen.stream()
                .filter(unit -> !handsOn(unit))
                .forEach(
                        unit ->
                                problems.add(
                                        unit.file()
                                                .problem(
                                                        unit.line(),
                                                        "%s is called by the route of %s, and would keep its failures to itself. Give it 'routeConfigurationId: %s'"
                                                                .formatted(
                                                                        unit.label(),
                                                                        lines.capability(),
                                                                        FailureProcessors.NAME))));
    }

    /** Whether failures of the route reach the caller or the operator. */
    private static boolean handsOn(Unit unit) {
        var inner = YamlFile.field(unit.part(), "route").orElse(unit.part());
        return configuration(inner).equals(FailureProcessors.NAME)
                || YamlFile.field(inner, "errorHandler")
                        .flatMap(handler -> YamlFile.field(handler, "noErrorHandler"))
                        .isPresent();
    }

    private static String configuration(Node route) {
        return YamlFile.field(route, "routeConfigurationId").map(YamlFile::text).orElse("");
    }

    private void keys(Unit unit, Set<String> names, String problem) {
        for (var name : names) {
            for (int line : YamlFile.keys(unit.part(), name)) {
                problems.add(unit.file().problem(line, problem.formatted(name)));
            }
        }
    }

    private void controls(Unit unit, List<Placed> found) {
        for (var control : List.of(OBSERVE, END, RECORD)) {
            long times = found.stream().filter(each -> each.step().equals(control)).count();
            if (times != 1) {
                problems.add(
                        unit.file()
                                .problem(
                                        unit.line(),
                                        times == 0
                                                ? "%s has no line '%s'"
                                                        .formatted(unit.label(), control)
                                                : "%s has the line '%s' %d times; it is done once"
                                                        .formatted(unit.label(), control, times)));
                return;
            }
        }
        stands(found, OBSERVE, found.getFirst(), "stands below others: nothing is known before it");
        stands(found, RECORD, found.getLast(), "stands above others: nothing is done after it");
        int end = index(found, END);
        for (int i = 0; i < found.size(); i++) {
            var step = found.get(i).step();
            boolean after = Set.of("after-create", "transition", RECORD, END).contains(step);
            if ((i > end && !after) || (i < end && after)) {
                problems.add(
                        found.get(i)
                                .address()
                                .problem(
                                        after
                                                ? "'%s' stands above 'end': what will be shown is not known there"
                                                        .formatted(step)
                                                : "'%s' stands below 'end': nothing is done there any more"
                                                        .formatted(step)));
            }
        }
    }

    private void stands(List<Placed> found, String control, Placed there, String otherwise) {
        var placed = found.get(index(found, control));
        if (!placed.equals(there)) {
            problems.add(placed.address().problem("'%s' %s".formatted(control, otherwise)));
        }
    }

    private static int index(List<Placed> found, String step) {
        return found.stream().map(Placed::step).toList().indexOf(step);
    }

    private void order(Unit unit, List<Line> all, List<Placed> found, boolean restricted) {
        var restricting =
                all.stream().filter(Line::restricts).map(Line::step).collect(Collectors.toSet());
        var steps = found.stream().map(Placed::step).toList();
        for (var line : all) {
            if (line.required() && !steps.contains(line.step())) {
                problems.add(
                        unit.file()
                                .problem(
                                        unit.line(),
                                        "%s has no line '%s' (%s), which is required"
                                                .formatted(
                                                        unit.label(),
                                                        line.step(),
                                                        line.address())));
            }
            for (int i = 0; i < steps.size(); i++) {
                if (steps.get(i).equals(line.step())) {
                    var above = steps.subList(0, i);
                    boolean instead = restricted && above.contains(Point.OBJECTS.text());
                    needs(
                            found.get(i),
                            line.above().stream()
                                    .filter(each -> !(instead && restricting.contains(each)))
                                    .toList(),
                            above,
                            "above");
                    needs(found.get(i), line.below(), steps.subList(i + 1, steps.size()), "below");
                    needs(
                            found.get(i),
                            line.follows().stream().filter(steps::contains).toList(),
                            steps.subList(0, i),
                            "above");
                }
            }
        }
        var times = new HashMap<String, Integer>();
        for (var each : found) {
            boolean applies = each.address().hasScheme("kubernetes-apply");
            boolean once =
                    applies
                            || all.stream()
                                    .anyMatch(
                                            line ->
                                                    line.step().equals(each.step())
                                                            && line.isMaker());
            if (once && times.merge(each.step(), 1, Integer::sum) == 2) {
                problems.add(
                        each.address()
                                .problem(
                                        applies
                                                ? "%s stands here twice, but each applies all objects; leave one out"
                                                        .formatted(each.address().uri())
                                                : "'%s' stands here twice, but one line makes all its objects; leave one out"
                                                        .formatted(each.step())));
            }
        }
    }

    private void needs(Placed placed, List<String> wanted, List<String> there, String where) {
        for (var each : wanted) {
            if (!there.contains(each)) {
                problems.add(
                        placed.address()
                                .problem(
                                        "'%s' has no line '%s' %s it, which it needs"
                                                .formatted(placed.step(), each, where)));
            }
        }
    }
}
