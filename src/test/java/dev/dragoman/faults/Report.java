package dev.dragoman.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What came of all runs of a scenario. */
final class Report {
    /**
     * One run.
     *
     * @param what the fault and where it happened
     * @param reached whether the moment of the fault came; some writes are made only in some runs
     * @param deviations from the undisturbed run; empty when it came out the same
     */
    record Line(String what, boolean reached, Duration took, List<String> deviations) {
        Line {
            deviations = List.copyOf(deviations);
        }

        @Override
        public String toString() {
            return "%s %5.1f s  %s%s"
                    .formatted(
                            !deviations.isEmpty() ? "FAIL" : reached ? "ok  " : "miss",
                            took.toMillis() / 1000.0,
                            what,
                            deviations.isEmpty()
                                    ? ""
                                    : "\n    " + String.join("\n    ", deviations));
        }
    }

    private final String name;
    private final Instant begin = Instant.now();
    private final List<Line> lines = new ArrayList<>();

    Report(String name) {
        this.name = name;
    }

    synchronized void add(Line line) {
        lines.add(line);
        write();
    }

    synchronized List<Line> lines() {
        return List.copyOf(lines);
    }

    /** Runs that did not come out as the undisturbed one. */
    synchronized List<Line> deviating() {
        return lines.stream().filter(each -> !each.deviations().isEmpty()).toList();
    }

    /** Runs whose fault found no moment. */
    synchronized List<Line> missed() {
        return lines.stream().filter(each -> !each.reached()).toList();
    }

    private void write() {
        var total = Duration.between(begin, Instant.now());
        var text = new ArrayList<String>();
        text.add(
                "%s: %d runs, %d s, %d deviate, %d missed their moment"
                        .formatted(
                                name,
                                lines.size(),
                                total.toSeconds(),
                                deviating().size(),
                                missed().size()));
        lines.forEach(line -> text.add(line.toString()));
        try {
            var directory = Files.createDirectories(Path.of("target", "faults"));
            Files.write(directory.resolve(name + ".txt"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
