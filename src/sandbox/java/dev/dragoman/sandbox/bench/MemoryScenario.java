package dev.dragoman.sandbox.bench;

import dev.dragoman.sandbox.TemporaryDirectory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Measures the operator's memory with more and more objects, and its latency with the most. */
final class MemoryScenario implements Scenario {
    /** A number of objects, and the goal for the resident memory, in MiB. */
    private record Level(int objects, Optional<Double> goal) {}

    private static final List<Level> LEVELS =
            List.of(
                    new Level(0, Optional.of(150.0)),
                    new Level(1_000, Optional.empty()),
                    new Level(3_000, Optional.of(190.0)),
                    new Level(10_000, Optional.of(256.0)));
    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(10);
    private static final double TOLERANCE = 1;
    private static final String BARE = "a bare client with an informer over the same objects";

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public String question() {
        return "resident and anonymous memory with 0 to 10,000 groups, and time from event to first write with the most; compared with a bare informer";
    }

    @Override
    public List<Result> run(Setup setup) {
        var levels = new ArrayList<Level>();
        for (var level : LEVELS) {
            int objects = setup.count(level.objects, level.objects / 200);
            if (objects <= setup.mostObjects()) {
                levels.add(new Level(objects, level.goal));
            }
        }
        try (var stage = Stage.start(setup);
                var directory = TemporaryDirectory.create("dragoman-bench-")) {
            var jvm = AotCache.jvm(stage, setup, directory.path());
            var results = new ArrayList<Result>();
            try (var operator = stage.operator(jvm, Map.of())) {
                grow(stage, setup, operator, levels, results);
            }
            int most = levels.getLast().objects;
            setup.progress().accept("memory: restarted with %d objects".formatted(most));
            try (var operator = stage.operator(jvm, Map.of())) {
                operator.awaitQuiet();
                figures("memory.restarted." + most, stage, settled(operator))
                        .forEach(results::add);
            }
            return results;
        }
    }

    private static void grow(
            Stage stage,
            Setup setup,
            RunningOperator operator,
            List<Level> levels,
            List<Result> results) {
        var latency = new EventLatency(stage, Stage.NAMESPACE, setup.count(60, 3));
        try (var watch = new ReadyWatch(stage.client(), Stage.NAMESPACE, Objects.Type.GROUP, "group")) {
            int there = 0;
            Result.Baseline alone = null;
            for (var level : levels) {
                setup.progress().accept("memory: %d objects".formatted(level.objects));
                var names =
                        IntStream.range(there, level.objects).mapToObj("group%05d"::formatted).toList();
                Objects.create(stage.client(), Stage.NAMESPACE, Objects.Type.GROUP, names);
                there = level.objects;
                watch.awaitReady(there, 1, LIMIT);
                operator.awaitQuiet();
                var figures = figures("memory." + there, stage, settled(operator));
                results.add(level.goal.map(figures.getFirst()::atMost).orElse(figures.getFirst()));
                results.addAll(figures.subList(1, figures.size()));
                stage.azure().control().clearExchanges();
                if (alone == null) {
                    alone = new Result.Baseline("the same without other objects", latency.measure());
                }
            }
            setup.progress().accept("memory: event to first write");
            results.add(
                    Result.of("event.first-write." + there, "ms", latency.measure(), alone));
        }
    }

    private static List<Result> figures(String name, Stage stage, ProcessFigures.Memory memory) {
        try (var bare = stage.bare()) {
            var _ = bare.ask("inform");
            var base = still(bare.pid());
            return List.of(
                    Result.of(
                            name + ".resident",
                            "MiB",
                            memory.resident(),
                            Result.Baseline.of(BARE, base.resident())),
                    Result.of(
                            name + ".anonymous",
                            "MiB",
                            memory.anonymous(),
                            Result.Baseline.of(BARE, base.anonymous())),
                    Result.of(
                            name + ".proportional",
                            "MiB",
                            memory.proportional(),
                            Result.Baseline.of(BARE, base.proportional())));
        }
    }

    private static ProcessFigures.Memory settled(RunningOperator operator) {
        return still(operator.process().pid());
    }

    private static ProcessFigures.Memory still(long pid) {
        return ProcessFigures.atRest(pid, POLL_INTERVAL, any -> TOLERANCE);
    }
}
