package dev.dragoman.camel.check;

import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.capability.FailureProcessors;
import dev.dragoman.camel.check.CapabilityUnits.Placed;
import dev.dragoman.camel.check.Reach.Unit;
import dev.dragoman.capability.CapabilityLines;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Checks routes that replace the routes of a capability: which lines they have, and in which order.
 */
final class StraightRoutes {
    /**
     * Name of the file with the route configuration that handles the failures of all capabilities.
     */
    static final String FAILURES = FailureProcessors.NAME + ".camel.yaml";

    private final CapabilityUnits routes;
    private final List<YamlFile> shipped;
    private final Overlays overlays;
    private final List<Diagnostic> problems = new ArrayList<>();

    private StraightRoutes(CapabilityUnits routes, List<YamlFile> shipped, Overlays overlays) {
        this.routes = routes;
        this.shipped = shipped;
        this.overlays = overlays;
    }

    /**
     * @param known lines of all capabilities
     * @param beans the beans that routes may call; some are only for lines
     * @param shipped all built-in files
     * @param files the files of the overlays
     * @param overlays the overlays, which tell whether a team's objects restrict the workload
     */
    static List<Diagnostic> check(
            Collection<CapabilityLines> known,
            BeanCalls beans,
            List<YamlFile> shipped,
            List<YamlFile> files,
            Overlays overlays) {
        var routes = new CapabilityUnits(List.copyOf(known), Reach.of(files).all());
        var check = new StraightRoutes(routes, shipped, overlays);
        for (var lines : known) {
            check.capability(lines);
        }
        check.problems.addAll(routes.elsewhere(beans));
        var reserved =
                "has the name of the built-in file that handles failures, which cannot be replaced; choose another name";
        files.stream()
                .filter(file -> file.name().equals(FAILURES))
                .forEach(file -> check.problems.add(file.problem(1, reserved)));
        // a route that two routes call is checked twice, and gives the same problems twice
        return check.problems.stream().distinct().toList();
    }

    private void capability(CapabilityLines lines) {
        var kept = routes.named(lines.route(false));
        var going = lines.deletes() ? routes.named(lines.route(true)) : List.<Unit>of();
        if (lines.deletes() && kept.isEmpty() != going.isEmpty()) {
            var there = kept.isEmpty() ? going.getFirst() : kept.getFirst();
            if (isOfThisContract(there)) {
                var reason =
                        "has the route '%s', but has no route '%s', which belongs to it; add that";
                var missing = lines.route(!kept.isEmpty());
                problems.add(there.file().problem(1, reason, lines.route(kept.isEmpty()), missing));
            }
        }
        kept.forEach(unit -> route(unit, lines, false));
        going.forEach(unit -> route(unit, lines, true));
    }

    /** Whether the unit's file is written for the current contract. If not, reports that. */
    private boolean isOfThisContract(Unit unit) {
        if (CapabilityUnits.isStraight(unit)) {
            return true;
        }
        problems.add(
                unit.problem(
                        "%s replaces the route of a capability, but is written for contract v1, in which steps were branches of a loop. Rewrite its lines as docs/routes.md shows, with '# dragoman.dev/contract: %s' as the first line of the file",
                        unit.label(), PointFiles.STRAIGHT));
        return false;
    }

    private void route(Unit unit, CapabilityLines lines, boolean deleting) {
        if (!isOfThisContract(unit)) {
            return;
        }
        named(unit, lines.route(deleting));
        failures(unit, lines);
        problems.addAll(CalledRoutes.check(routes, lines, unit));
        problems.addAll(StraightSteps.check(unit, false));
        var found = CapabilityUnits.placed(unit, lines);
        lines(unit, found, new ShippedLines(shipped, lines));
        var order = new LineOrder(lines, deleting, overlays);
        order(unit, order, found);
        Reach.of(shipped).all().stream()
                .filter(each -> each.begins().equals(unit.begins()) && !found.isEmpty())
                .map(each -> CapabilityUnits.placed(each, lines).stream().map(Placed::step))
                .map(steps -> CopiedLines.check(unit, found, steps.toList(), order))
                .forEach(problems::addAll);
    }

    /** Checks the place, the fields and the options of each line. */
    private void lines(Unit unit, List<Placed> found, ShippedLines known) {
        var straight = new HashMap<Node, Node>();
        for (var step : StraightSteps.steps(unit)) {
            StraightSteps.sent(unit, step)
                    .ifPresent(
                            sent ->
                                    YamlFile.field(step, "to")
                                            .ifPresent(to -> straight.put(sent.value(), to)));
        }
        for (var each : found) {
            var to = straight.get(each.address().value());
            if (to == null) {
                var reason =
                        "the line '%s' must stand as 'to' directly among the steps of its route, not in a branch or another step";
                problems.add(each.address().problem(reason, each.step()));
            } else {
                problems.addAll(StraightSteps.line(unit, to));
            }
            known.differs(each.step(), each.address())
                    .ifPresent(reason -> problems.add(each.address().problem(reason)));
        }
    }

    /** Checks the route's id, by which the running operator recognizes the lines of a route. */
    private void named(Unit unit, String name) {
        var id = YamlFile.field(StraightSteps.inner(unit), "id").map(YamlFile::text);
        if (!id.equals(Optional.of(name))) {
            var reason = "%s begins with direct:%s, so it must have 'id: %s'";
            problems.add(unit.problem(reason, unit.label(), name, name));
        }
    }

    private void failures(Unit unit, CapabilityLines lines) {
        var wanted = FailureProcessors.NAME;
        if (!CalledRoutes.configuration(StraightSteps.inner(unit)).equals(wanted)) {
            var reason = "%s lacks 'routeConfigurationId: %s': a failure of %s would not be shown";
            problems.add(unit.problem(reason, unit.label(), wanted, lines.capability()));
        }
        problems.addAll(CalledRoutes.beside(routes, unit));
    }

    private void order(Unit unit, LineOrder order, List<Placed> found) {
        for (var fault : order.faults(found.stream().map(Placed::step).toList())) {
            problems.add(
                    fault.at() < 0
                            ? unit.problem("%s %s", unit.label(), fault.reason())
                            : found.get(fault.at()).address().problem(fault.reason()));
        }
    }
}
