package dev.dragoman.sandbox.bench;

import dev.dragoman.sandbox.TemporaryDirectory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Measures the time from the start of the process until the operator reports that it is ready. */
final class StartScenario implements Scenario {
    private static final double GOAL = 1000;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(5);
    private static final String BASELINE = "the same JVM with a bare client, until its first list";

    @Override
    public String name() {
        return "start";
    }

    @Override
    public String question() {
        return "time from process start to ready, with and without an AOT cache; compared with a bare client's first list";
    }

    @Override
    public List<Result> run(Setup setup) {
        try (var stage = Stage.start(setup);
                var directory = TemporaryDirectory.create("dragoman-bench-")) {
            var cached = AotCache.jvm(stage, setup, directory.path());
            int runs = setup.count(12, 2);
            var plain = new ArrayList<Double>();
            var withCache = new ArrayList<Double>();
            var bare = new ArrayList<Double>();
            // in turns, so that other load on the machine affects all of them
            for (int i = 0; i < runs; i++) {
                setup.progress().accept("start: run %d of %d".formatted(i + 1, runs));
                bare.add(bare(stage, setup));
                plain.add(operator(stage, setup.jvm()));
                withCache.add(operator(stage, cached));
            }
            var baseline = new Result.Baseline(BASELINE, bare);
            return List.of(
                    Result.of("start.aot", "ms", withCache, baseline).atMost(GOAL),
                    Result.of("start.plain", "ms", plain, baseline));
        }
    }

    /** The time from the start of the process until it is ready, in ms. */
    static double operator(Stage stage, List<String> jvm) {
        long began = System.nanoTime();
        try (var operator = stage.launch(jvm, Map.of())) {
            operator.process().awaitReady(POLL_INTERVAL);
            double took = (System.nanoTime() - began) / 1e6;
            return took;
        }
    }

    private static double bare(Stage stage, Setup setup) {
        long began = System.nanoTime();
        try (var bare = stage.bare(setup.jvm())) {
            var _ = bare.ask("list");
            return (System.nanoTime() - began) / 1e6;
        }
    }
}
