package dev.dragoman.sandbox.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Measures how many unchanged objects per second the operator compares with Azure when all are due,
 * and how long an edit in another namespace takes meanwhile.
 */
final class RateScenario implements Scenario {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration WINDOW = Duration.ofSeconds(5);

    /** A period in which no machine can compare that many objects. */
    private static final Map<String, String> ALWAYS_DUE = Map.of("AZURE_SYNC_PERIOD", "1s");

    @Override
    public String name() {
        return "rate";
    }

    @Override
    public String question() {
        return "reconciliations per second, each a comparison with Azure, compared with GETs of a bare client; time of an edit in another namespace meanwhile";
    }

    @Override
    public List<Result> run(Setup setup) {
        int count = setup.count(2000, 10);
        var names = Objects.names("group", count);
        try (var stage = Stage.start(setup)) {
            setup.progress().accept("rate: %d groups".formatted(count));
            var latency = new EventLatency(stage, Stage.OTHER, setup.count(60, 3));
            Result.Baseline still;
            try (var operator = stage.operator(Map.of());
                    var watch =
                            new ReadyWatch(stage.client(), Stage.NAMESPACE, Objects.Type.GROUP, "group")) {
                Objects.create(stage.client(), Stage.NAMESPACE, Objects.Type.GROUP, names);
                watch.awaitReady(count, 1, LIMIT);
                operator.awaitQuiet();
                still = new Result.Baseline("the same when no object is due", latency.measure());
            }
            var baseline =
                    new Result.Baseline(
                            "GETs of the same objects from the API server, eight at once",
                            gets(stage, count, setup.count(6, 1)));
            setup.progress().accept("rate: all due");
            try (var operator = stage.operator(ALWAYS_DUE)) {
                // first comparisons of all objects, as a warm-up
                double first = operator.reconciliations();
                Patience.until(
                        "every object is compared once",
                        LIMIT,
                        () -> operator.reconciliations() >= first + 3.0 * count);
                var rates = new ArrayList<Double>();
                for (int i = 0; i < setup.count(6, 1); i++) {
                    rates.add(rate(stage, operator));
                }
                setup.progress().accept("rate: edits in another namespace");
                return List.of(
                        Result.of("rate.compare", "1/s", rates, baseline),
                        Result.of("rate.edit", "ms", latency.measure(), still));
            }
        }
    }

    private static List<Double> gets(Stage stage, int count, int windows) {
        var rates = new ArrayList<Double>();
        try (var bare = stage.bare()) {
            var _ = bare.ask("get", Stage.NAMESPACE, "group", count);
            for (int i = 0; i < windows; i++) {
                rates.add(count / (bare.ask("get", Stage.NAMESPACE, "group", count) / 1e9));
            }
        }
        return rates;
    }

    private static double rate(Stage stage, RunningOperator operator) {
        // the local Azure records each request; the records must not grow without limit
        stage.azure().control().clearExchanges();
        double before = operator.reconciliations();
        long began = System.nanoTime();
        Patience.pause(WINDOW);
        double reconciliations = operator.reconciliations() - before;
        return reconciliations / ((System.nanoTime() - began) / 1e9);
    }
}
