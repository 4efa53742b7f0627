package dev.dragoman.camel.check;

import static java.util.Collections.frequency;

import com.github.difflib.DiffUtils;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.check.CapabilityUnits.Placed;
import dev.dragoman.camel.check.Reach.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds lines of a shipped route that are new, or have moved, since a team copied its file. A
 * comment of the copy has the lines that the shipped route had then.
 */
final class CopiedLines {
    /** Beginning of the comment, before the name of the route. */
    static final String COMMENT = "# dragoman.dev/lines ";

    /** Words of a comment that are compared; no route has so many lines. */
    private static final int MOST = 500;

    private CopiedLines() {}

    /**
     * @param copy a team's route in place of the shipped one
     * @param found the lines of the copy
     * @param shipped steps of the shipped route's lines
     * @param order the rules about lines of this route
     */
    static List<Diagnostic> check(
            Unit copy, List<Placed> found, List<String> shipped, LineOrder order) {
        var comments = new ArrayList<>(Overlays.comments(copy.file().path()));
        comments.removeIf(each -> !each.startsWith(COMMENT));
        var own = COMMENT + copy.begins().replaceFirst("^direct:", "") + ":";
        var known = comments.stream().filter(each -> each.startsWith(own + " ")).findFirst();
        var problems = new ArrayList<Diagnostic>();
        if (known.isEmpty() && !comments.isEmpty()) {
            problems.add(copy.problem("there is no comment '%s' for %s", own, copy.label()));
        }
        var before =
                known.map(
                        each -> List.of(each.substring(own.length()).strip().split("\\s+", MOST)));
        var changes = DiffUtils.diff(before.orElse(shipped), shipped).getDeltas();
        var gone = new ArrayList<String>();
        changes.forEach(each -> gone.addAll(each.getSource().getLines()));
        var steps = found.stream().map(Placed::step).toList();
        for (var change : changes) {
            int first = change.getTarget().getPosition();
            for (int at = first; at < first + change.getTarget().size(); at++) {
                var step = shipped.get(at);
                int above = above(shipped.subList(0, at), steps);
                boolean moved = gone.remove(step);
                var below = steps.subList(above + 1, Math.min(above + 2, steps.size()));
                boolean there =
                        moved
                                ? below.contains(step) || !steps.contains(step)
                                : frequency(steps, step) >= frequency(shipped, step);
                if (!there) {
                    var text =
                            moved
                                    ? "the line '%s' has moved below '%s' in the shipped route. Move it here, and copy the comment '%s' anew"
                                    : "the line '%s' below '%s' is new in the shipped route. Add it here, or add it to the comment '%s' to leave it out. Without it: %s";
                    var place = found.get(above);
                    var without = order.without(shipped, at);
                    problems.add(place.address().problem(text, step, place.step(), own, without));
                }
            }
        }
        return problems.stream()
                .map(each -> new Diagnostic(each.file(), each.line(), true, each.reason()))
                .toList();
    }

    /** Index of the last line of the copy that is one of these shipped ones; 0 without one. */
    private static int above(List<String> shipped, List<String> steps) {
        for (int i = shipped.size() - 1; i >= 0; i--) {
            int wanted = frequency(shipped.subList(0, i + 1), shipped.get(i));
            for (int at = 0; at < steps.size(); at++) {
                if (steps.get(at).equals(shipped.get(i)) && --wanted == 0) {
                    return at;
                }
            }
        }
        return 0;
    }
}
