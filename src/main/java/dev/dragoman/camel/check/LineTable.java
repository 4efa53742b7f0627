package dev.dragoman.camel.check;

import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.capability.LineAddress;
import dev.dragoman.camel.check.EffectiveRoutes.Route;
import dev.dragoman.capability.CapabilityLines;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** What each line of a capability's route needs, and what happens without it, for people. Pure. */
public final class LineTable {
    private LineTable() {}

    /**
     * The rows of a table in Markdown, one for each line in the order of the route; none for a
     * route of no capability.
     *
     * @param known lines of all capabilities
     */
    public static List<String> of(
            Collection<CapabilityLines> known, Overlays overlays, Route route) {
        for (var each : known) {
            for (boolean deleting : List.of(false, true)) {
                if (route.from().equals("direct:" + each.route(deleting))) {
                    var names = CapabilityUnits.steps(each);
                    var steps =
                            route.lines().stream()
                                    .map(line -> names.get(LineAddress.of(line.address())))
                                    .filter(Objects::nonNull)
                                    .toList();
                    var order = LineOrder.of(each, deleting, overlays);
                    return IntStream.range(0, steps.size())
                            .mapToObj(at -> row(order, steps, at))
                            .toList();
                }
            }
        }
        return List.of();
    }

    private static String row(LineOrder order, List<String> steps, int at) {
        var above = new ArrayList<String>();
        var below = new ArrayList<String>();
        for (var line : order.line(steps.get(at)).stream().toList()) {
            line.above().forEach(each -> above.add("`%s`".formatted(each)));
            line.follows().forEach(each -> above.add("(`%s`)".formatted(each)));
            line.below().forEach(each -> below.add("`%s`".formatted(each)));
        }
        return "| `%s` | %s | %s | %s |"
                .formatted(
                        steps.get(at),
                        String.join(", ", above),
                        String.join(", ", below),
                        order.without(steps, at));
    }
}
