package dev.dragoman.camel.check;

import dev.dragoman.camel.check.Reach.Unit;
import dev.dragoman.capability.CapabilityLines;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which of the units of overlays are routes of capabilities, and where their lines stand. A route
 * is one by the address that it begins with.
 *
 * @param known lines of all capabilities
 * @param units all units of the overlays
 */
record CapabilityUnits(Collection<CapabilityLines> known, List<Unit> units) {
    static final String OBSERVE = "observe";
    static final String END = "end";
    static final String RECORD = "record";

    private static final String DIRECT = "direct:";

    /** A line: its step, and its address in the route. */
    record Placed(String step, EndpointAddress address) {}

    /** The routes with this name; Camel refuses a second one when it starts. */
    List<Unit> named(String name) {
        return units.stream().filter(unit -> unit.begins().equals(DIRECT + name)).toList();
    }

    /** The capability whose route begins with this address. */
    Optional<CapabilityLines> owner(String begins) {
        return known.stream()
                .filter(
                        each ->
                                Stream.of(true, false)
                                        .map(each::route)
                                        .anyMatch(name -> begins.equals(DIRECT + name)))
                .findFirst();
    }

    /** Whether the file is written for straight lines. */
    static boolean isStraight(Unit unit) {
        return PointFiles.major(unit.file().path()).filter(PointFiles.STRAIGHT::equals).isPresent();
    }

    /** The lines of the capability in a unit, wherever they stand. */
    static List<Placed> placed(Unit unit, CapabilityLines lines) {
        var names = steps(lines);
        var found = new ArrayList<Placed>();
        for (var address : EndpointAddress.of(unit.file(), unit.part())) {
            var step = names.get(ShippedLines.address(address));
            if (step != null && address.use() == EndpointAddress.Use.SENDS) {
                found.add(new Placed(step, address));
            }
        }
        return found;
    }

    /** Steps by the address of their line, with those that the route of each capability has. */
    private static Map<String, String> steps(CapabilityLines lines) {
        var names = new HashMap<>(lines.byAddress());
        for (var control : List.of(OBSERVE, END, RECORD)) {
            names.put("bean:%s.%s".formatted(lines.capability(), control), control);
        }
        return names;
    }

    /**
     * Reports calls of beans of capabilities that are no lines. These need a decision before them,
     * so only a route that is checked as the capability's own may have them.
     */
    List<Diagnostic> elsewhere(BeanCalls beans) {
        var problems = new ArrayList<Diagnostic>();
        for (var unit : units) {
            var lines = owner(unit.begins());
            if (lines.isPresent() && !isStraight(unit)) {
                // StraightRoutes refuses it as a whole
                continue;
            }
            var own = lines.map(each -> placed(unit, each)).orElse(List.of());
            for (var use : beans.uses(unit.file(), unit.part())) {
                boolean line =
                        use.address()
                                .filter(
                                        at ->
                                                own.stream()
                                                        .anyMatch(
                                                                each -> each.address().equals(at)))
                                .isPresent();
                if (beans.isOfACapability(use.bean()) && !line) {
                    problems.add(
                            unit.file()
                                    .problem(
                                            use.beanLine(),
                                            "bean '%s' has the steps of a capability: call it in the capability's own route, as one of its lines, after 'observe'"
                                                    .formatted(use.bean())));
                }
            }
        }
        return problems;
    }
}
