package dev.dragoman.sandbox.bench;

import dev.dragoman.sandbox.TemporaryDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How long it takes from the start of the process until the operator calls itself ready. */
final class StartScenario implements Scenario {
    private static final double GOAL = 1000;
    private static final Duration LOOK = Duration.ofMillis(5);
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String BASELINE = "the same JVM with a bare client, until its first list";

    @Override
    public String name() {
        return "start";
    }

    @Override
    public String question() {
        return "process start to ready, with and without an AOT cache; beside a bare client's first list";
    }

    @Override
    public List<Result> run(Setup setup) {
        try (var stage = Stage.start(setup);
                var directory = TemporaryDirectory.create("dragoman-bench-")) {
            var cached = new ArrayList<>(setup.jvm());
            cached.add("-XX:AOTCache=" + train(stage, setup, directory.path()));
            int runs = setup.count(12, 2);
            var plain = new ArrayList<Double>();
            var withCache = new ArrayList<Double>();
            var bare = new ArrayList<Double>();
            // in turns, so that what else the machine does meets all of them
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

    /** Makes an AOT cache from a run that created, edited and deleted. */
    private static Path train(Stage stage, Setup setup, Path directory) {
        setup.progress().accept("start: training run for the AOT cache");
        var cache = directory.resolve("operator.aot");
        var jvm = new ArrayList<>(setup.jvm());
        jvm.add("-XX:AOTCacheOutput=" + cache);
        try (var operator = stage.launch(jvm, Map.of());
                var watch =
                        new ReadyWatch(stage.client(), Stage.NAMESPACE, Objects.Type.GROUP, "train")) {
            operator.process().awaitReady();
            var names = Objects.names("train", setup.count(20, 2));
            Objects.create(stage.client(), Stage.NAMESPACE, Objects.Type.GROUP, names);
            watch.awaitReady(names.size(), 1, LIMIT);
            Objects.delete(stage.client(), Stage.NAMESPACE, Objects.Type.GROUP, names);
            watch.awaitGone(names.size(), LIMIT);
            // the cache is written when the process ends
            operator.process().close(LIMIT);
        }
        if (!Files.exists(cache)) {
            throw new BenchFailed("the JVM wrote no AOT cache");
        }
        return cache;
    }

    private static double operator(Stage stage, List<String> jvm) {
        long began = System.nanoTime();
        try (var operator = stage.launch(jvm, Map.of())) {
            operator.process().awaitReady(LOOK);
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
