package dev.dragoman.cli.validate;

import dev.dragoman.camel.OverlayFailure;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.check.Diagnostic;
import dev.dragoman.capability.LineFault;
import dev.dragoman.capability.Trial;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.PointResult;
import dev.dragoman.capability.point.PointStep;
import dev.dragoman.capability.point.UnfitWanted;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Runs the steps of every point on small objects of every capability, and reports steps that do
 * what no step may do. Steps of points that may have effects outside of the operator are not run.
 */
final class SampleTrial {
    private static final Pattern PLACE = Pattern.compile("(.*?):(\\d+)");

    /** Exports of a sample, because steps may expect a Secret and a ConfigMap with a key. */
    static final List<Map<String, Object>> EXPORTS =
            List.of(
                    exported("Secret", Map.of("key", "c2FtcGxl")),
                    exported("ConfigMap", Map.of("key", "sample")));

    private final TrialSteps steps;
    private final Overlays overlays;
    private final List<Diagnostic> problems = new ArrayList<>();

    /** Places and problems that were reported; each is reported once. */
    private final Set<String> reported = new HashSet<>();

    /** Points that ran, and points without a sample that were reported. */
    private final Set<String> reached = new HashSet<>();

    /**
     * Points with steps that did not end or took too much memory. They are not run again, because
     * each further sample would take as long.
     */
    private final Set<String> endless = new HashSet<>();

    SampleTrial(TrialSteps steps, Overlays overlays) {
        this.steps = steps;
        this.overlays = overlays;
    }

    private static Map<String, Object> exported(String kind, Map<String, Object> data) {
        return Map.of(
                "apiVersion",
                "v1",
                "kind",
                kind,
                "metadata",
                Map.of("name", "sample", "namespace", "sample"),
                "data",
                data);
    }

    /** All problems. An exception that steps throw for a sample is only a warning. */
    List<Diagnostic> problems() {
        var texts = texts();
        for (var configured : steps.configured().values()) {
            for (var sample : configured.samples(texts)) {
                var object = TrialSteps.completed(sample, "default", 0);
                var reconciliation = TrialSteps.reconciliation(object);
                var objects = new HashMap<ObjectKey, Map<String, Object>>();
                objects.put(reconciliation.key(), object);
                for (Trial<?> trial : steps.trials(configured, objects)) {
                    run(trial, reconciliation);
                }
            }
        }
        problems.addAll(steps.varying());
        overlays.steps().forEach(each -> untried(each.point(), each.path()));
        for (var path : overlays.kamelets()) {
            var name = path.getFileName().toString();
            untried(name.replaceFirst("\\.kamelet\\.yaml$", ""), path);
        }
        return problems;
    }

    /**
     * Warns of steps that no sample has reached. Steps that may have effects outside of the
     * operator are never tried.
     */
    private void untried(String point, Path file) {
        if (Point.ofId(point).filter(each -> !each.acts()).isPresent() && reached.add(point)) {
            problems.add(
                    new Diagnostic(
                            file,
                            1,
                            true,
                            "was not tried: no sample reaches %s; try it with --object FILE",
                            point));
        }
    }

    private void run(Trial<?> trial, Reconciliation reconciliation) {
        var run = steps.of(reconciliation);
        Function<PointStep, PointResult> telling =
                step -> {
                    reached.add(step.id());
                    if (endless.contains(step.id())) {
                        return step.passed(step.input(), Set.of());
                    }
                    try {
                        return run.apply(step);
                    } catch (OverlayFailure failure) {
                        if (failure.what().startsWith("did not end")
                                || failure.what().startsWith("needs more memory")) {
                            endless.add(step.id());
                        }
                        tell(failure, step, reconciliation.key());
                        // go on as if the point had no steps
                        return step.passed(step.input(), Set.of());
                    }
                };
        try {
            var _ = trial.of(reconciliation, telling);
            var _ = trial.exported(reconciliation, EXPORTS, telling);
        } catch (LineFault fault) {
            // only a warning: a file that must add an object, such as a NetworkPolicy, may add it
            // only for other objects than the sample
            whole(trial, Point.OBJECTS, fault.getMessage(), reconciliation.key(), true);
        } catch (UnfitWanted unfit) {
            // the fault is in the body that all files of the point together have left
            whole(trial, unfit.point(), unfit.getMessage(), reconciliation.key(), false);
        }
    }

    /** Adds a problem of all files of a point together. */
    private void whole(Trial<?> trial, Point at, String what, ObjectKey key, boolean warning) {
        var point = trial.name() + "-" + at.text();
        add(overlays.runningAt(point), what, point, key, warning, "");
    }

    private void tell(OverlayFailure failure, PointStep step, ObjectKey key) {
        var what = failure.what();
        if (what.contains(TrialSteps.NOT_ASKED)) {
            add(failure.place(), TrialSteps.NOT_ASKED, step.id(), key, true, "");
        } else {
            var remedy = remedy(failure, step);
            add(failure.place(), what, step.id(), key, failure.isThrown(), remedy);
        }
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
                        "%s (tried at %s with a %s)%s".formatted(what, point, key.kind(), remedy)));
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
            default -> "; leave the body as it is";
        };
    }

    private String texts() {
        var all = new ArrayList<Path>(overlays.routes());
        all.addAll(overlays.kamelets());
        overlays.steps().forEach(each -> all.add(each.path()));
        var texts = new StringBuilder();
        for (var file : all) {
            try {
                texts.append(Files.readString(file)).append('\n');
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return texts.toString();
    }
}
