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
 * Finds the routes of capabilities among the units of overlays, and the lines in these routes. The
 * address with which a route begins tells to which capability it belongs.
 *
 * @param known lines of all capabilities
 * @param units all units of the overlays
 */
record CapabilityUnits(Collection<CapabilityLines> known, List<Unit> units) {
    static final String OBSERVE = "observe";
    static final String END = "end";
    static final String RECORD = "record";

    /** Lines that each route of a capability has. */
    static final List<String> CONTROLS = List.of(OBSERVE, END, RECORD);

    private static final String DIRECT = "direct:";

    /**
     * A line in a file.
     *
     * @param step the step that the line does
     * @param address the address of the line, with its place
     */
    record Placed(String step, EndpointAddress address) {}

    /**
     * The routes that begin with {@code direct:} and this name. When there are several, Camel
     * refuses to start.
     */
    List<Unit> named(String name) {
        return units.stream().filter(unit -> unit.begins().equals(DIRECT + name)).toList();
    }

    /**
     * The capability whose route begins with this address; empty when it is no capability's route.
     */
    Optional<CapabilityLines> owner(String begins) {
        return known.stream()
                .filter(
                        each ->
                                Stream.of(true, false)
                                        .map(each::route)
                                        .anyMatch(name -> begins.equals(DIRECT + name)))
                .findFirst();
    }

    /** Whether the unit's file is written for the contract {@link PointFiles#STRAIGHT}. */
    static boolean isStraight(Unit unit) {
        return PointFiles.major(unit.file().path()).filter(PointFiles.STRAIGHT::equals).isPresent();
    }

    /** The lines of the capability in a unit, also those in branches and other steps. */
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

    /** Steps by the address of their line, including observe, end and record. */
    static Map<String, String> steps(CapabilityLines lines) {
        var names = new HashMap<>(lines.byAddress());
        for (var control : CONTROLS) {
            names.put("bean:%s.%s".formatted(lines.capability(), control), control);
        }
        return names;
    }

    /**
     * Reports calls of a capability's beans that are not lines of its own route. These beans work
     * only after a decision of the capability.
     */
    List<Diagnostic> elsewhere(BeanCalls beans) {
        var problems = new ArrayList<Diagnostic>();
        for (var unit : units) {
            var lines = owner(unit.begins());
            if (lines.isPresent() && !isStraight(unit)) {
                // StraightRoutes refuses the whole route
                continue;
            }
            var own = lines.map(each -> placed(unit, each)).orElse(List.of());
            for (var use : beans.uses(unit.file(), unit.part())) {
                boolean line =
                        own.stream()
                                .anyMatch(
                                        each -> use.address().equals(Optional.of(each.address())));
                if (beans.isOfACapability(use.bean()) && !line) {
                    var reason =
                            "bean '%s' has the steps of a capability: call it only in the capability's own route, as one of its lines, after 'observe'";
                    problems.add(use.problem(reason, use.bean()));
                }
            }
        }
        return problems;
    }
}
