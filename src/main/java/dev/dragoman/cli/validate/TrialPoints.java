package dev.dragoman.cli.validate;

import dev.dragoman.camel.OverlayFailure;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.check.Diagnostic;
import dev.dragoman.camel.https.HttpsFailed;
import dev.dragoman.camel.point.PointInterceptor;
import dev.dragoman.camel.point.StepLine;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.PointResult;
import dev.dragoman.capability.point.PointStep;
import dev.dragoman.capability.point.Verdict;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Notes what the steps of points do in a dry run. After a verdict the reconciliation goes on, so
 * that each point comes up, but not after one about what is wanted. Not thread-safe.
 */
final class TrialPoints implements PointInterceptor {
    private static final String VARIES =
            "gives another result each time (%s was run twice), so that the operator would change something again and again";

    private static final Pattern VARYING =
            Pattern.compile("date:|random\\(|\\{uuid|exchangeId|messageTimestamp");

    /** Time between both runs of steps, so that a clock in seconds has another time. */
    private static final Duration LATER = Duration.ofMillis(1_100);

    /** A person waits for the result, so the limit is shorter than in the operator. */
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final Overlays overlays;
    private final boolean tolerant;
    private final List<Run> runs = new ArrayList<>();
    private final List<Remark> remarks = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private final Set<String> points = new HashSet<>();

    /** Points whose steps did not end. They are not run again: each run takes as long. */
    private final Set<String> endless = new HashSet<>();

    /** Steps that ran. */
    private record Run(PointStep step, Supplier<PointResult> steps, PointResult result) {}

    /** What steps say of an object, for people. */
    record Remark(ObjectKey key, String text) {}

    /** Steps that failed for an object. */
    record Failure(ObjectKey key, PointStep step, OverlayFailure cause) {}

    /**
     * @param overlays files in which the check finds no error
     * @param tolerant whether a reconciliation goes on after steps have failed, as if the point had
     *     none
     */
    TrialPoints(Overlays overlays, boolean tolerant) {
        this.overlays = overlays;
        this.tolerant = tolerant;
    }

    @Override
    public Duration limit() {
        return LIMIT;
    }

    @Override
    public PointResult run(
            Reconciliation reconciliation, PointStep step, Supplier<PointResult> steps) {
        points.add(step.id());
        var key = reconciliation.key();
        var unchanged = step.passed(step.input(), Set.of());
        if (endless.contains(step.id())) {
            return unchanged;
        }
        PointResult result;
        try {
            result = steps.get();
        } catch (OverlayFailure failure) {
            if (step.point().asks() && isUnsent(step, key, failure.what())) {
                return unchanged;
            }
            return failed(new Failure(key, step, failure), unchanged);
        }
        runs.add(new Run(step, steps, result));
        return switch (result) {
            case PointResult.Failed(var why, var _) ->
                    isUnsent(step, key, why)
                            ? unchanged
                            : failed(
                                    new Failure(
                                            key,
                                            step,
                                            OverlayFailure.thrown(
                                                    why.replaceFirst(" .*", ""),
                                                    why.replaceFirst("\\S+ ", ""))),
                                    result);
            case PointResult.Judged(var verdict) -> {
                remarks.add(new Remark(key, text(step, verdict)));
                yield step.point() == Point.DESIRED ? result : unchanged;
            }
            default -> result;
        };
    }

    private boolean isUnsent(PointStep step, ObjectKey key, String why) {
        int at = why.indexOf(HttpsFailed.NOT_ASKED);
        if (at >= 0) {
            remarks.add(new Remark(key, step.id() + " " + why.substring(at)));
        }
        return at >= 0;
    }

    private PointResult failed(Failure failure, PointResult otherwise) {
        failures.add(failure);
        var what = failure.cause().what();
        if (what.startsWith("did not end") || what.startsWith("needs more memory")) {
            endless.add(failure.step().id());
        }
        if (!tolerant && !failure.step().point().acts()) {
            throw failure.cause();
        }
        return otherwise;
    }

    private static String text(PointStep step, Verdict verdict) {
        return "%s %s: %s: %s"
                .formatted(
                        step.id(),
                        verdict.after()
                                .map(
                                        after ->
                                                "holds, for "
                                                        + after.toString()
                                                                .substring(2)
                                                                .toLowerCase(Locale.ROOT))
                                .orElse("refuses"),
                        verdict.reason(),
                        verdict.message());
    }

    /** Names of the points whose steps were due. */
    Set<String> points() {
        return points;
    }

    /** What steps say of an object, each once, in its order. */
    List<String> remarks(ObjectKey key) {
        return remarks.stream()
                .filter(each -> each.key().equals(key))
                .map(Remark::text)
                .distinct()
                .toList();
    }

    /** Steps that failed, in the order in which they ran. */
    List<Failure> failures() {
        return failures;
    }

    /**
     * Runs all steps a second time with the same input. Returns a problem for each point at which
     * the result is another one: the operator would change something for it again and again. Each
     * signature is another one, and a verdict may say how long it holds.
     */
    List<Diagnostic> varying() {
        var again =
                runs.stream()
                        .filter(each -> each.step().point() != Point.SIGN)
                        .filter(each -> !each.step().point().acts())
                        .toList();
        if (!again.isEmpty()) {
            LockSupport.parkNanos(LATER.toNanos());
        }
        return again.stream()
                .filter(TrialPoints::varies)
                .map(run -> run.step().id())
                .distinct()
                .map(this::varying)
                .toList();
    }

    private static boolean varies(Run run) {
        PointResult second;
        try {
            second = run.steps().get();
        } catch (OverlayFailure failure) {
            return true;
        }
        return !second.equals(run.result())
                && !(run.result() instanceof PointResult.Judged
                        && second instanceof PointResult.Judged);
    }

    /** Names the first line with what gives another value each time, where the files have one. */
    private Diagnostic varying(String point) {
        for (var file : overlays.at(point)) {
            var lines = StepLine.lines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (VARYING.matcher(lines.get(i)).find()) {
                    return new Diagnostic(file.toString(), i + 1, false, VARIES.formatted(point));
                }
            }
        }
        return new Diagnostic(overlays.runningAt(point), 1, false, VARIES.formatted(point));
    }
}
