package dev.dragoman.capability;

import dev.dragoman.capability.point.Point;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The lines that the routes of a capability may have: the capability's own, and those of the core.
 * Immutable.
 *
 * @param capability name of the capability
 * @param steps the capability's lines of the route for objects that are not being deleted
 * @param deletion the capability's lines of the route for objects that are being deleted; empty
 *     when one route serves all objects
 * @param finalizers finalizers of the capability and of its predecessors, which no other route may
 *     set or remove
 */
public record CapabilityLines(
        String capability, List<Line> steps, List<Line> deletion, Set<String> finalizers) {
    /** Suffix of the name of a route for objects that are being deleted. */
    public static final String DELETION = "-deletion";

    /**
     * Name of the step that makes a certificate request. A team's steps may get it signed: a
     * capability with this line has the point {@link Point#SIGN}.
     */
    static final String REQUEST = "request";

    /** Name of the step at whose line teams add objects. */
    public static final String OBJECTS = Point.OBJECTS.text();

    public CapabilityLines {
        steps = List.copyOf(steps);
        deletion = List.copyOf(deletion);
        finalizers = Set.copyOf(finalizers);
    }

    /** For a capability with one route. */
    public static CapabilityLines of(String capability, Line... steps) {
        return new CapabilityLines(capability, List.of(steps), List.of(), Set.of());
    }

    /** For a capability that has lines that make objects, and other lines. */
    public static CapabilityLines making(String capability, List<Line> makers, Line... others) {
        var all = new ArrayList<>(makers);
        all.addAll(List.of(others));
        return new CapabilityLines(capability, all, List.of(), Set.of());
    }

    /** The lines of the capabilities of all these providers. */
    public static List<CapabilityLines> of(List<CapabilityProvider> providers) {
        return providers.stream().flatMap(each -> each.lines().stream()).toList();
    }

    /** A copy that has a separate route for objects that are being deleted, with these lines. */
    public CapabilityLines deleting(Line... lines) {
        return new CapabilityLines(capability, steps, List.of(lines), finalizers);
    }

    /** A copy with these finalizers added. */
    public CapabilityLines holding(String... names) {
        var all = new HashSet<>(finalizers);
        all.addAll(Set.of(names));
        return new CapabilityLines(capability, steps, deletion, all);
    }

    /** Whether objects that are being deleted have a route of their own. */
    public boolean deletes() {
        return !deletion.isEmpty();
    }

    /**
     * Name of the route for an object.
     *
     * @param deleting whether the object is being deleted
     */
    public String route(boolean deleting) {
        return deleting && deletes() ? capability + DELETION : capability;
    }

    /**
     * The lines that make objects. The line at which teams add objects is the first, because its
     * objects may restrict those of the other lines.
     */
    public List<Line> makers() {
        var own = steps.stream().filter(Line::isMaker).toList();
        if (own.isEmpty()) {
            return own;
        }
        var all = new ArrayList<>(List.of(added()));
        all.addAll(own);
        return all;
    }

    /**
     * Whether objects of the same names, which a team adds, may take the place of the line's
     * objects. Not those that restrict others, are restricted, or have values that lines read.
     */
    public boolean isReplaceable(Line line) {
        return line.makes() == Line.Makes.OBJECTS
                && steps.stream()
                        .noneMatch(each -> each.restricts() && line.above().contains(each.step()));
    }

    private Line added() {
        return Line.maker(OBJECTS, point(Point.OBJECTS));
    }

    private String point(Point point) {
        return "dragoman-point:%s-%s".formatted(capability, point.text());
    }

    /**
     * All lines that a route of the capability may have: those of extension points, of the core's
     * steps, and of its own steps.
     */
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
        boolean ends = deleting && deletes();
        if (makers.length > 0 && !ends) {
            all.add(added());
        }
        var own = ends ? deletion : steps;
        var core = core(makers.length > 0, ends);
        // a capability may have a claim step of its own
        core.removeIf(each -> own.stream().anyMatch(one -> one.step().equals(each.step())));
        all.addAll(core);
        all.addAll(own);
        return all;
    }

    /** Lines of the core's steps. */
    private List<Line> core(boolean makes, boolean ends) {
        if (!makes) {
            return new ArrayList<>(List.of(core("claim"), core("release")));
        }
        var compare = core("compare").follows("desired");
        return new ArrayList<>(
                ends
                        ? List.of(core("claim"), core("release"), compare, core("remove").gated())
                        : List.of(
                                core("claim").follows("compare").gated(),
                                core("release"),
                                compare,
                                core("remove").after("compare").follows("claim", "apply")));
    }

    private Line core(String step) {
        return Line.of(step, "bean:%s.%s".formatted(capability, step));
    }

    /** Names of steps by the address of their line, for both routes. */
    public Map<String, String> byAddress() {
        var all = new HashMap<String, String>();
        of(true).forEach(each -> all.put(each.address(), each.step()));
        of(false).forEach(each -> all.put(each.address(), each.step()));
        return Map.copyOf(all);
    }
}
