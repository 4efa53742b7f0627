package dev.dragoman.camel.check;

import static java.util.function.Predicate.not;

import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.capability.LineAddress;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.Line;
import dev.dragoman.capability.point.Point;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The rules about which lines a route of a capability must have, and in which order. Pure.
 *
 * @param lines the lines that the route may have
 * @param replaced steps of lines that the route may leave out, as a team's objects take their place
 */
record LineOrder(List<Line> lines, Set<String> replaced, Map<String, String> files) {
    /**
     * A rule that a route breaks.
     *
     * @param at index of the line that breaks it; -1 for the route as a whole
     * @param reason for the route as a whole, without its name at the beginning
     */
    record Fault(int at, String reason) {}

    static LineOrder of(CapabilityLines capability, boolean deleting, Overlays overlays) {
        boolean restricted = !overlays.restricting(capability.capability()).isEmpty();
        var point = "%s-%s".formatted(capability.capability(), CapabilityLines.OBJECTS);
        var there = overlays.at(point).stream().map(each -> each.getFileName().toString()).toList();
        var files = new HashMap<String, String>();
        var replaced = new HashSet<String>();
        for (var line : capability.of(deleting)) {
            var file = "%s.%s.steps.yaml".formatted(point, line.step());
            if (capability.isReplaceable(line)) {
                files.put(line.step(), ", or the file " + file);
            }
            if (line.restricts()
                    ? restricted
                    : files.containsKey(line.step()) && there.contains(file)) {
                replaced.add(line.step());
            }
        }
        return new LineOrder(capability.of(deleting), replaced, files);
    }

    /** The rules that a route with lines of these steps breaks. */
    List<Fault> faults(List<String> steps) {
        var faults = new ArrayList<>(controls(steps));
        for (var line : lines) {
            if (line.required() && !steps.contains(line.step())) {
                var address = LineAddress.written(line.address());
                faults.add(
                        fault(
                                -1,
                                "has no line '%s' (%s), which is required",
                                line.step(),
                                address));
            }
            for (int i = 0; i < steps.size(); i++) {
                if (steps.get(i).equals(line.step())) {
                    faults.addAll(placed(line, i, steps.subList(0, i), steps));
                }
            }
        }
        return faults;
    }

    private static Fault fault(int at, String reason, Object... values) {
        return new Fault(at, reason.formatted(values));
    }

    private static List<Fault> controls(List<String> steps) {
        for (var control : CapabilityUnits.CONTROLS) {
            int times = Collections.frequency(steps, control);
            if (times == 0) {
                return List.of(fault(-1, "has no line '%s'", control));
            } else if (times > 1) {
                var reason = "has the line '%s' %d times; it may stand there only once";
                return List.of(fault(-1, reason, control, times));
            }
        }
        int end = steps.indexOf(CapabilityUnits.END);
        return IntStream.range(0, steps.size())
                .mapToObj(i -> control(steps.get(i), i, end, steps.size() - 1))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<Fault> control(String step, int at, int end, int last) {
        boolean below =
                Set.of(Point.AFTER_CREATE.text(), Point.TRANSITION.text(), CapabilityUnits.RECORD)
                        .contains(step);
        var reason = "";
        if (at > 0 && step.equals(CapabilityUnits.OBSERVE)) {
            reason =
                    "must be the first line: the lines above it would run before the object is observed";
        } else if (at < last && step.equals(CapabilityUnits.RECORD)) {
            reason = "must be the last line: the lines below it would do nothing";
        } else if (at < end && below) {
            reason = "must not stand above 'end': the state to be shown is not known there";
        } else if (at > end && !below) {
            reason = "must not stand below 'end': no step is done there";
        }
        return reason.isEmpty()
                ? Optional.empty()
                : Optional.of(fault(at, "'%s' %s", step, reason));
    }

    private List<Fault> placed(Line line, int at, List<String> above, List<String> steps) {
        var faults = new ArrayList<Fault>();
        boolean added = above.contains(CapabilityLines.OBJECTS);
        var reason = "'%s' needs the line '%s' %s it%s";
        Stream.concat(
                        line.above().stream().filter(each -> !(added && replaced.contains(each))),
                        line.follows().stream().filter(steps::contains))
                .filter(not(above::contains))
                .forEach(
                        each ->
                                faults.add(
                                        fault(
                                                at,
                                                reason,
                                                line.step(),
                                                each,
                                                "above",
                                                steps.contains(each)
                                                        ? ""
                                                        : files.getOrDefault(each, ""))));
        line.below().stream()
                .filter(not(steps.subList(at + 1, steps.size())::contains))
                .forEach(each -> faults.add(fault(at, reason, line.step(), each, "below", "")));
        boolean applies = line.address().startsWith("kubernetes-apply:");
        if ((applies || line.isMaker()) && Collections.frequency(above, line.step()) == 1) {
            var each = applies ? "applies all objects" : "line makes all its objects";
            var twice = "the line '%s' stands in the route twice, but one %s; leave one out";
            faults.add(fault(at, twice, line.step(), each));
        }
        return faults;
    }

    /**
     * What happens when a line is left out, for people.
     *
     * @param steps the steps of all lines of the route
     * @param at index of the line
     */
    String without(List<String> steps, int at) {
        var rest = new ArrayList<>(steps);
        var step = rest.remove(at);
        var refused = faults(rest).stream().findFirst();
        if (refused.isPresent()) {
            return "refused: %s%s"
                    .formatted(refused.get().at() < 0 ? "the route " : "", refused.get().reason());
        }
        var line = line(step).orElseThrow();
        if (line.address().startsWith(Reach.POINT)) {
            return "files of the point do not run; they are refused if no route has it";
        }
        return line.isMaker() ? "its objects go" : "`LeftOut` when it is due";
    }

    /** The line of a step; empty for the steps that each route has. */
    Optional<Line> line(String step) {
        return lines.stream().filter(each -> each.step().equals(step)).findFirst();
    }
}
