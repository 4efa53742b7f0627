package dev.dragoman.cli.validate;

import dev.dragoman.Operator;
import dev.dragoman.camel.OverlayFailure;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.check.Diagnostic;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.PointStep;
import dev.dragoman.reconcile.ObjectKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Runs the steps of every point on small objects of every capability, and reports steps that do
 * what no step may do.
 */
final class SampleTrial {
    private static final Pattern PLACE = Pattern.compile("(.*?):(\\d+)");

    private final Overlays overlays;
    private final Map<String, String> settings;
    private final List<Diagnostic> problems = new ArrayList<>();

    /** Places and problems that were reported; each is reported once. */
    private final Set<String> reported = new HashSet<>();

    SampleTrial(Overlays overlays, Map<String, String> settings) {
        this.overlays = overlays;
        this.settings = settings;
    }

    /** All problems. An exception that steps throw for a sample is only a warning. */
    List<Diagnostic> problems() {
        var texts = ObjectRun.texts(overlays);
        var samples =
                Operator.configured(settings, overlays).values().stream()
                        .flatMap(each -> each.samples(texts).stream())
                        .toList();
        var run = new ObjectRun(overlays, settings, true);
        var done = run.of(samples);
        done.points().failures().forEach(this::tell);
        for (var each : done.troubles()) {
            whole(each);
        }
        problems.addAll(done.varying());
        var reached = done.points().points();
        overlays.steps().stream()
                .filter(each -> reached.stream().noneMatch(each::runsAt))
                .forEach(each -> untried(each.point(), each.path(), reached));
        for (var path : overlays.kamelets()) {
            var name = path.getFileName().toString().replaceFirst("\\.kamelet\\.yaml$", "");
            untried(Point.ofId(name).isPresent() ? name : "", path, reached);
        }
        return problems;
    }

    /** Warns of steps that no sample has reached. */
    private void untried(String point, Path file, Set<String> reached) {
        if (!point.isEmpty() && reached.add(point)) {
            problems.add(
                    new Diagnostic(
                            file,
                            1,
                            true,
                            "was not tried: no sample reaches %s; try it with --object FILE",
                            point));
        }
    }

    /**
     * Adds a problem of all files of a point together. It is only a warning where the fault is in a
     * route: a file that must add an object may add it only for other objects than the sample.
     */
    private void whole(ObjectRun.Trouble trouble) {
        if (trouble.reason().equals("OutOfMemoryError")) {
            // steps that go on in threads of their own took the memory from whoever waited for them
            throw new OutOfMemoryError(trouble.message());
        }
        var parts = trouble.message().split(" ", 2);
        boolean steps = parts[0].contains(".steps.yaml") || parts[0].contains(".kamelet.yaml");
        if (trouble.reason().equals(OverlayFailure.REASON) && parts.length == 2) {
            add(parts[0], parts[1], "", trouble.key(), !steps, "");
        }
    }

    private void tell(TrialPoints.Failure failure) {
        var cause = failure.cause();
        add(
                cause.place(),
                cause.what(),
                "at %s ".formatted(failure.step().id()),
                failure.key(),
                cause.isThrown(),
                remedy(cause, failure.step()));
    }

    private void add(
            String where,
            String what,
            String point,
            ObjectKey key,
            boolean warning,
            String remedy) {
        if (!reported.add(where + what)) {
            return;
        }
        var place = PLACE.matcher(where);
        boolean known = place.matches();
        problems.add(
                new Diagnostic(
                        known ? place.group(1) : where,
                        known ? Integer.parseInt(place.group(2)) : 1,
                        warning,
                        "%s (tried %swith a %s)%s".formatted(what, point, key.kind(), remedy)));
    }

    private static String remedy(OverlayFailure failure, PointStep step) {
        if (failure.isThrown()) {
            return "; where an object may lack a field, write ${body?[a]?[b]}, or test for the field with filter";
        }
        if (!failure.what().startsWith("left ")) {
            return "";
        }
        return switch (step.point()) {
            case DESIRED -> "; change single fields with bean:body";
            case EXPORTED -> "; add with bean:exports";
            case OBJECTS -> "; give each object apiVersion, kind and metadata.name";
            default -> "; leave the body as it is";
        };
    }
}
