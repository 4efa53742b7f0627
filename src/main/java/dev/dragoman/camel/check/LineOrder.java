package dev.dragoman.camel.check;

import static java.util.function.Predicate.not;

import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.capability.LineAddress;
import dev.dragoman.camel.check.EffectiveRoutes.RouteLine;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.Line;
import dev.dragoman.capability.point.Point;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The rules about which lines a route of a capability must have, and in which order.
 *
 * @param overlays tell which lines a team's objects replace
 */
record LineOrder(CapabilityLines capability, boolean deleting, Overlays overlays) {
    private static final Set<String> BELOW_END =
            Set.of(Point.AFTER_CREATE.text(), Point.TRANSITION.text(), CapabilityUnits.RECORD);

    /**
     * A rule that a route breaks.
     *
     * @param at index of the line that breaks it; -1 for the route as a whole
     * @param reason for the route as a whole, without its name at the beginning
     */
    record Fault(int at, String reason) {}

    /** The rules that a route with lines of these steps breaks. */
    List<Fault> faults(List<String> steps) {
        var faults = new ArrayList<Fault>();
        for (var control : CapabilityUnits.CONTROLS) {
            int times = Collections.frequency(steps, control);
            if (times == 0) {
                faults.add(new Fault(-1, "has no line '%s'".formatted(control)));
            } else if (times > 1) {
                faults.add(
                        new Fault(
                                -1,
                                "has the line '%s' %d times; it may stand there only once"
                                        .formatted(control, times)));
            }
        }
        for (int i = 0; i < steps.size() && steps.containsAll(CapabilityUnits.CONTROLS); i++) {
            var reason = misplaced(steps, i);
            if (!reason.isEmpty()) {
                faults.add(new Fault(i, "'%s' %s".formatted(steps.get(i), reason)));
            }
        }
        for (var line : capability.of(deleting)) {
            if (line.required() && !steps.contains(line.step())) {
                var address = line.address().replaceFirst("^(bean:[^.]+)[.]", "$1?method=");
                faults.add(
                        new Fault(
                                -1,
                                "has no line '%s' (%s), which is required"
                                        .formatted(line.step(), address)));
            }
            for (int i = 0; i < steps.size(); i++) {
                if (steps.get(i).equals(line.step())) {
                    needs(line, i, steps, faults);
                }
            }
        }
        return faults;
    }

    /** Why the line may not stand there, with regard to the lines that each route has. */
    private static String misplaced(List<String> steps, int at) {
        var step = steps.get(at);
        int end = steps.indexOf(CapabilityUnits.END);
        boolean below = BELOW_END.contains(step);
        if (at > 0 && step.equals(CapabilityUnits.OBSERVE)) {
            return "must be the first line: the lines above it would run before the object is observed";
        } else if (at < steps.size() - 1 && step.equals(CapabilityUnits.RECORD)) {
            return "must be the last line: the lines below it would do nothing";
        } else if (at < end && below) {
            return "must not stand above 'end': the state to be shown is not known there";
        }
        return at > end && !below ? "must not stand below 'end': no step is done there" : "";
    }

    private void needs(Line line, int at, List<String> steps, List<Fault> faults) {
        var above = steps.subList(0, at);
        var reason = "'%s' needs the line '%s' %s it%s";
        Stream.concat(line.above().stream(), line.follows().stream().filter(steps::contains))
                .filter(each -> !above.contains(each) && !isReplaced(each, above))
                .map(
                        each ->
                                new Fault(
                                        at,
                                        reason.formatted(
                                                line.step(), each, "above", instead(each, steps))))
                .forEach(faults::add);
        line.below().stream()
                .filter(not(steps.subList(at, steps.size())::contains))
                .map(each -> new Fault(at, reason.formatted(line.step(), each, "below", "")))
                .forEach(faults::add);
        boolean applies = line.address().startsWith("kubernetes-apply:");
        if ((applies || line.isMaker()) && Collections.frequency(above, line.step()) == 1) {
            var each = applies ? "applies all objects" : "line makes all its objects";
            faults.add(
                    new Fault(
                            at,
                            "the line '%s' stands in the route twice, but one %s; leave one out"
                                    .formatted(line.step(), each)));
        }
    }

    /** Whether objects that a team adds above take the place of the line's. */
    private boolean isReplaced(String step, List<String> above) {
        var line = line(step);
        var point = "%s-objects".formatted(capability.capability());
        return above.contains(CapabilityLines.OBJECTS)
                && (line.restricts()
                        ? !overlays.restricting(capability.capability()).isEmpty()
                        : capability.isReplaceable(line)
                                && overlays.at(point).stream()
                                        .anyMatch(at -> at.endsWith(file(step))));
    }

    private String instead(String step, List<String> steps) {
        return !steps.contains(step) && capability.isReplaceable(line(step))
                ? ", or the file " + file(step)
                : "";
    }

    private String file(String step) {
        return "%s-objects.%s.steps.yaml".formatted(capability.capability(), step);
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
        var line = line(step);
        if (line.address().startsWith(Reach.POINT)) {
            return "files of the point do not run; they are refused if no route has it";
        }
        return line.isMaker() ? "its objects go" : "`LeftOut` when it is due";
    }

    /** The line of the step; one without needs for a step that each route has. */
    private Line line(String step) {
        return capability.of(deleting).stream()
                .filter(each -> each.step().equals(step))
                .findFirst()
                .orElseGet(() -> Line.of(step, ""));
    }

    /** A row of a table for each line of the route; none for a route of no capability. */
    static List<String> table(
            CapabilityUnits known, Overlays overlays, String from, List<RouteLine> lines) {
        return known.owner(from).stream()
                .flatMap(
                        owner -> {
                            var names = CapabilityUnits.steps(owner);
                            var steps =
                                    lines.stream()
                                            .map(each -> names.get(LineAddress.of(each.address())))
                                            .filter(Objects::nonNull)
                                            .toList();
                            boolean deleting = from.endsWith(owner.route(true));
                            var order = new LineOrder(owner, deleting, overlays);
                            return IntStream.range(0, steps.size())
                                    .mapToObj(at -> order.row(steps, at));
                        })
                .toList();
    }

    private String row(List<String> steps, int at) {
        var line = line(steps.get(at));
        var needs = new ArrayList<>(line.above());
        line.follows().forEach(each -> needs.add("(`%s`)".formatted(each)));
        var absent = without(steps, at).replace('\'', '`');
        return "| `%s` | %s | %s | %s |"
                .formatted(line.step(), names(needs), names(line.below()), absent);
    }

    private static String names(List<String> steps) {
        return steps.stream()
                .map(each -> each.startsWith("(") ? each : "`%s`".formatted(each))
                .collect(Collectors.joining(", "));
    }
}
