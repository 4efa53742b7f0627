package dev.dragoman.cli.validate;

import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.check.Diagnostic;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.PointResult;
import dev.dragoman.capability.point.PointStep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Runs steps a second time with the same input, and finds points at which the result is another
 * one. The operator would send and write for such a point again and again. Not thread-safe.
 */
final class SecondRun {
    /** Time between both runs, so that a clock in seconds shows another time. */
    private static final Duration LATER = Duration.ofMillis(1_100);

    /** What gives another value each time. */
    private static final Pattern VARYING =
            Pattern.compile("date:|random\\(|\\{uuid|exchangeId|messageId|messageTimestamp");

    private final List<Run> runs = new ArrayList<>();

    private record Run(PointStep step, PointResult first, Supplier<PointResult> again) {
        boolean varies() {
            var second = again.get();
            // a verdict may say how long it holds
            return !second.equals(first)
                    && !(first instanceof PointResult.Judged
                            && second instanceof PointResult.Judged);
        }
    }

    /** Runs the steps of a point, and remembers their result. */
    PointResult first(PointStep step, Supplier<PointResult> steps) {
        var result = steps.get();
        // each signature is another one
        if (step.point() != Point.SIGN) {
            runs.add(new Run(step, result, steps));
        }
        return result;
    }

    /** A problem for each point at which a second run has another result. */
    List<Diagnostic> problems(Overlays overlays) {
        if (!runs.isEmpty()) {
            try {
                Thread.sleep(LATER);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return List.of();
            }
        }
        var varying = new LinkedHashSet<String>();
        for (var run : runs) {
            if (!varying.contains(run.step().id()) && run.varies()) {
                varying.add(run.step().id());
            }
        }
        return varying.stream().map(point -> problem(point, overlays)).toList();
    }

    private static Diagnostic problem(String point, Overlays overlays) {
        var text =
                "gives another result each time (%s was run twice), so that the operator would change something again and again"
                        .formatted(point);
        for (var file : overlays.at(point)) {
            int line = line(file);
            if (line > 0) {
                return new Diagnostic(file.toString(), line, false, text);
            }
        }
        return new Diagnostic(overlays.runningAt(point), 1, false, text);
    }

    /** The first line with what gives another value each time; 0 when there is none. */
    private static int line(Path file) {
        try {
            var lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (VARYING.matcher(lines.get(i)).find()) {
                    return i + 1;
                }
            }
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
