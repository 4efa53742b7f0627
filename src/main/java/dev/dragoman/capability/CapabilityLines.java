package dev.dragoman.capability;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines that the routes of a capability may have: its own, and those of the core. Immutable.
 *
 * @param capability whose they are
 * @param steps of the route for objects that are kept
 * @param deletion of the route for objects that are being deleted; empty where the one route does
 *     both
 */
public record CapabilityLines(String capability, List<Line> steps, List<Line> deletion) {
    /** What the name of a route for objects that are being deleted ends with. */
    public static final String DELETION = "-deletion";

    public CapabilityLines {
        steps = List.copyOf(steps);
        deletion = List.copyOf(deletion);
    }

    /** Of a capability with one route. */
    public static CapabilityLines of(String capability, Line... steps) {
        return new CapabilityLines(capability, List.of(steps), List.of());
    }

    /** Those of all capabilities that these bring. */
    public static List<CapabilityLines> of(List<CapabilityProvider> providers) {
        return providers.stream().flatMap(each -> each.lines().stream()).toList();
    }

    /** The same, with a route for objects that are being deleted. */
    public CapabilityLines deleting(Line... lines) {
        return new CapabilityLines(capability, steps, List.of(lines));
    }

    /** Whether objects that are being deleted have a route of their own. */
    public boolean deletes() {
        return !deletion.isEmpty();
    }

    /** Name of the route. */
    public String route(boolean deleting) {
        return deleting && deletes() ? capability + DELETION : capability;
    }

    /** All lines that one of the routes may have: points, what the core does, and its own. */
    public List<Line> of(boolean deleting) {
        var all = new ArrayList<Line>();
        for (var point : Point.values()) {
            all.add(
                    Line.of(
                            point.text(),
                            "dragoman-point:%s-%s".formatted(capability, point.text())));
        }
        var own = deleting && deletes() ? deletion : steps;
        // a capability may claim by a step of its own
        for (var core : List.of("claim", "release")) {
            if (own.stream().noneMatch(each -> each.step().equals(core))) {
                all.add(Line.of(core, "bean:%s.%s".formatted(capability, core)));
            }
        }
        all.addAll(own);
        return all;
    }

    /** Names of steps by the address of their line. */
    public Map<String, String> byAddress() {
        var all = new HashMap<String, String>();
        of(true).forEach(each -> all.put(each.address(), each.step()));
        of(false).forEach(each -> all.put(each.address(), each.step()));
        return Map.copyOf(all);
    }
}
