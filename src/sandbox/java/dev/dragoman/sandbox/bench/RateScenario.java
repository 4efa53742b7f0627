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

    /** A sync period too short to compare all objects, so that some are always due. */
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
            var gets = gets(stage, count, setup.count(6, 1));
            setup.progress().accept("rate: all due");
            try (var operator = stage.operator(ALWAYS_DUE)) {
                // first comparisons of all objects, as a warm-up
                double first = operator.reconciliations();
                Patience.until(
                        "every object is compared once",
                        LIMIT,
                        () -> operator.reconciliations() >= first + 3.0 * count);
                var windows = new ArrayList<Window>();
                for (int i = 0; i < setup.count(6, 1); i++) {
                    windows.add(window(stage, operator));
                }
                setup.progress().accept("rate: edits in another namespace");
                return List.of(
                        Result.of("rate.compare", "1/s", rates(windows), baseline(rates(gets))),
                        Result.of("rate.cpu", "ms", costs(windows), baseline(costs(gets))),
                        Result.of("rate.edit", "ms", latency.measure(), still));
            }
        }
    }

    /**
     * The work in a span of time.
     *
     * @param rate reconciliations or GETs a second
     * @param cost CPU time of one reconciliation or GET, in ms. Other load on the machine changes
     *     it less than the rate
     */
    private record Window(double rate, double cost) {}

    private static List<Double> rates(List<Window> windows) {
        return windows.stream().map(Window::rate).toList();
    }

    private static List<Double> costs(List<Window> windows) {
        return windows.stream().map(Window::cost).toList();
    }

    private static Result.Baseline baseline(List<Double> values) {
        return new Result.Baseline(
                "GETs of the same objects from the API server, eight at once", values);
    }

    private static List<Window> gets(Stage stage, int count, int windows) {
        var all = new ArrayList<Window>();
        try (var bare = stage.bare()) {
            var _ = bare.ask("get", Stage.NAMESPACE, "group", count);
            for (int i = 0; i < windows; i++) {
                double before = bare.cpu();
                double seconds = bare.ask("get", Stage.NAMESPACE, "group", count) / 1e9;
                all.add(new Window(count / seconds, (bare.cpu() - before) / count));
            }
        }
        return all;
    }

    private static Window window(Stage stage, RunningOperator operator) {
        // the local Azure records each request; the records must not grow without limit
        stage.azure().control().clearExchanges();
        double before = operator.reconciliations();
        double cpu = operator.cpu();
        long began = System.nanoTime();
        Patience.pause(WINDOW);
        double reconciliations = operator.reconciliations() - before;
        double seconds = (System.nanoTime() - began) / 1e9;
        return new Window(
                reconciliations / seconds, (operator.cpu() - cpu) / Math.max(1, reconciliations));
    }
}
