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

    /** Step of the line that makes what somebody else may sign; where there is one, they may. */
    static final String REQUEST = "request";

    /** Step of the line in which teams add objects. */
    static final String OBJECTS = Point.OBJECTS.text();

    public CapabilityLines {
        steps = List.copyOf(steps);
        deletion = List.copyOf(deletion);
    }

    /** Of a capability with one route. */
    public static CapabilityLines of(String capability, Line... steps) {
        return new CapabilityLines(capability, List.of(steps), List.of());
    }

    /** Of a capability with lines that make objects, and others. */
    public static CapabilityLines making(String capability, List<Line> makers, Line... others) {
        var all = new ArrayList<>(makers);
        all.addAll(List.of(others));
        return new CapabilityLines(capability, all, List.of());
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

    /** Those that say which objects are wanted; a team's first, since they may restrict. */
    public List<Line> makers() {
        var own = steps.stream().filter(Line::isMaker).toList();
        if (own.isEmpty()) {
            return own;
        }
        var all = new ArrayList<>(List.of(added()));
        all.addAll(own);
        return all;
    }

    private Line added() {
        return Line.maker(OBJECTS, point(Point.OBJECTS));
    }

    private String point(Point point) {
        return "dragoman-point:%s-%s".formatted(capability, point.text());
    }

    /** All lines that one of the routes may have: points, what the core does, and its own. */
    public List<Line> of(boolean deleting) {
        var all = new ArrayList<Line>();
        var makers = makers().stream().map(Line::step).toArray(String[]::new);
        for (var point : Point.values()) {
            var line = Line.of(point.text(), point(point));
            switch (point) {
                case OBJECTS -> {}
                case SIGN -> {
                    if (steps.stream().anyMatch(each -> each.step().equals(REQUEST))) {
                        all.add(line.after(REQUEST));
                    }
                }
                case DESIRED -> all.add(line.follows(makers));
                default -> all.add(line);
            }
        }
        if (makers.length > 0 && !(deleting && deletes())) {
            all.add(added());
        }
        var own = deleting && deletes() ? deletion : steps;
        var core = new ArrayList<>(List.of(core("claim"), core("release")));
        if (makers.length > 0) {
            core.add(core("compare").follows("desired"));
            core.add(
                    deleting && deletes()
                            ? core("remove")
                            : core("remove").after("compare").follows("claim", "apply"));
        }
        // a capability may claim by a step of its own
        core.removeIf(each -> own.stream().anyMatch(one -> one.step().equals(each.step())));
        all.addAll(core);
        all.addAll(own);
        return all;
    }

    private Line core(String step) {
        return Line.of(step, "bean:%s.%s".formatted(capability, step));
    }

    /** Names of steps by the address of their line. */
    public Map<String, String> byAddress() {
        var all = new HashMap<String, String>();
        of(true).forEach(each -> all.put(each.address(), each.step()));
        of(false).forEach(each -> all.put(each.address(), each.step()));
        return Map.copyOf(all);
    }
}
