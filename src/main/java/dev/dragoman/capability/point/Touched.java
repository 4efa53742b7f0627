package dev.dragoman.capability.point;

import dev.dragoman.kube.object.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds out which points' steps added or changed the object of a failed write. Pure. */
public final class Touched {
    private Touched() {}

    /**
     * The points whose steps added or changed an object that the text names.
     *
     * @param wanted what was wanted before the steps of the point {@code desired}; empty for
     *     nothing
     * @param added result of the point {@code objects}; empty when it has not run
     * @param changed result of the point {@code desired}; empty when it has not run
     * @param text message of the failure
     */
    public static List<Point> by(
            Optional<Object> wanted,
            Optional<PointResult> added,
            Optional<PointResult> changed,
            String text) {
        var points = new ArrayList<Point>();
        if (added.orElse(null) instanceof PointResult.Added(var objects, var _)
                && objects.stream().anyMatch(each -> isNamed(each, text))) {
            points.add(Point.OBJECTS);
        }
        if (wanted.orElse(null) instanceof List<?> before
                && changed.orElse(null) instanceof PointResult.Passed(List<?> after, var _)
                && after.stream().anyMatch(each -> !before.contains(each) && isNamed(each, text))) {
            points.add(Point.DESIRED);
        }
        return points;
    }

    @SuppressWarnings("unchecked") // objects, as ReturnedBody has checked
    private static boolean isNamed(Object object, String text) {
        var key = Fields.key((Map<String, Object>) object).toString();
        return Pattern.compile(Pattern.quote(key) + "(?![-\\w.])").matcher(text).find();
    }
}
