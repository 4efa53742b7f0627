package dev.dragoman.camel.check;

import dev.dragoman.camel.capability.FailureProcessors;
import dev.dragoman.camel.check.Reach.Unit;
import dev.dragoman.capability.CapabilityLines;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Checks routes and kamelets that the route of a capability calls. They run within its
 * reconciliation, so they may have only the steps that the route itself may have. They may have no
 * lines of the capability.
 */
final class CalledRoutes {
    private final CapabilityUnits routes;
    private final CapabilityLines lines;
    private final Unit from;
    private final List<Diagnostic> problems = new ArrayList<>();

    private CalledRoutes(CapabilityUnits routes, CapabilityLines lines, Unit from) {
        this.routes = routes;
        this.lines = lines;
        this.from = from;
    }

    /**
     * @param from the route of the capability
     */
    static List<Diagnostic> check(CapabilityUnits routes, CapabilityLines lines, Unit from) {
        var check = new CalledRoutes(routes, lines, from);
        check.again(from);
        for (var unit : check.reached()) {
            check.again(unit);
            check.called(unit);
        }
        return check.problems;
    }

    /**
     * The units that the route calls, also through other units. Not those at extension points,
     * which work on a copy of the exchange.
     */
    private Set<Unit> reached() {
        var seen = new LinkedHashSet<Unit>();
        var next = new ArrayDeque<>(List.of(from));
        while (!next.isEmpty()) {
            var unit = next.remove();
            var calls = new HashSet<String>();
            direct(unit).forEach(each -> calls.add("direct:" + each.name()));
            KameletUse.of(unit.file(), unit.part())
                    .forEach(each -> calls.add("kamelet:" + each.name()));
            routes.units().stream()
                    .filter(each -> calls.contains(each.begins()))
                    .filter(each -> routes.owner(each.begins()).isEmpty())
                    .filter(seen::add)
                    .forEach(next::add);
        }
        return seen;
    }

    private static List<EndpointAddress> direct(Unit unit) {
        return EndpointAddress.of(unit.file(), unit.part()).stream()
                .filter(each -> each.use() == EndpointAddress.Use.SENDS)
                .filter(each -> each.hasScheme("direct"))
                .toList();
    }

    /** Reports calls of the routes of capabilities: a reconciliation may observe only once. */
    private void again(Unit unit) {
        var reason =
                "direct:%s is the route of a capability, which a reconciliation of %s may not call; begin another reconciliation with kubernetes-reconcile:NAME";
        direct(unit).stream()
                .filter(each -> routes.owner("direct:" + each.name()).isPresent())
                .map(each -> each.problem(reason, each.name(), lines.capability()))
                .forEach(problems::add);
    }

    private void called(Unit unit) {
        // otherwise Camel would mark a failure as handled, and the operator would not show it
        if (!unit.kamelet() && !handsOn(unit)) {
            var reason =
                    "%s is called by the route of %s, but its failures would not reach the operator. Add 'routeConfigurationId: %s' to it";
            var wanted = FailureProcessors.NAME;
            problems.add(unit.problem(reason, unit.label(), lines.capability(), wanted));
        }
        if (!unit.file().path().equals(from.file().path())) {
            problems.addAll(beside(routes, unit));
        }
        problems.addAll(StraightSteps.check(unit, true));
        var reason = "the line '%s' must stand in %s itself, not in %s, which that route calls";
        CapabilityUnits.placed(unit, lines).stream()
                // CapabilityUnits checks calls of beans, CompositionRoutes lines of templates
                .filter(each -> !each.address().hasScheme("bean"))
                .filter(each -> !each.address().hasScheme(CompositionRoutes.SCHEME))
                .map(
                        each ->
                                each.address()
                                        .problem(reason, each.step(), from.label(), unit.label()))
                .forEach(problems::add);
    }

    /** Reports error handlers and interceptors in the file of a route. */
    static List<Diagnostic> beside(CapabilityUnits routes, Unit unit) {
        var reason =
                "error handlers and interceptors in this file would also apply to %s; put them into a separate file";
        return routes.units().stream()
                .filter(Unit::isBeside)
                .filter(each -> each.file().path().equals(unit.file().path()))
                .map(each -> each.problem(reason, unit.label()))
                .toList();
    }

    /** Whether a failure of the route reaches the calling route or the operator. */
    private static boolean handsOn(Unit unit) {
        var route = StraightSteps.inner(unit);
        return configuration(route).equals(FailureProcessors.NAME)
                || YamlFile.field(route, "errorHandler")
                        .flatMap(handler -> YamlFile.field(handler, "noErrorHandler"))
                        .isPresent();
    }

    /**
     * Id of the route configuration that handles the route's failures; empty when the route names
     * none.
     */
    static String configuration(Node route) {
        return YamlFile.field(route, "routeConfigurationId").map(YamlFile::text).orElse("");
    }
}
