package dev.dragoman.sandbox.bench;

import dev.dragoman.sandbox.TemporaryDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
            var jvms = new LinkedHashMap<String, List<String>>();
            jvms.put("start.aot", AotCache.jvm(stage, setup, directory.path()));
            jvms.put("start.plain", setup.jvm());
            setup.ofOther()
                    .ifPresent(
                            other ->
                                    jvms.put(
                                            "start.beside.aot",
                                            AotCache.jvm(stage, other, below(directory))));
            return compared(stage, setup, jvms);
        }
    }

    private static Path below(TemporaryDirectory directory) {
        try {
            return Files.createDirectory(directory.path().resolve("beside"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Result> compared(
            Stage stage, Setup setup, Map<String, List<String>> jvms) {
        // two builds differ by less than two runs of one do
        int runs = setup.count(setup.beside().isPresent() ? 40 : 12, 2);
        var bare = new ArrayList<Double>();
        var times = new LinkedHashMap<String, List<Double>>();
        // in turns, so that other load on the machine affects all of them
        for (int i = 0; i < runs; i++) {
            setup.progress().accept("start: run %d of %d".formatted(i + 1, runs));
            bare.add(bare(stage, setup));
            jvms.forEach(
                    (name, jvm) ->
                            times.computeIfAbsent(name, any -> new ArrayList<>())
                                    .add(operator(stage, jvm)));
        }
        var baseline = new Result.Baseline(BASELINE, bare);
        return times.entrySet().stream()
                .map(each -> Result.of(each.getKey(), "ms", each.getValue(), baseline))
                .map(each -> each.name().equals("start.aot") ? each.atMost(GOAL) : each)
                .toList();
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
