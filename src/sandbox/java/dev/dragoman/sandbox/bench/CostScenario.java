package dev.dragoman.sandbox.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Counts requests and CPU time for each object when it is created, updated, compared or deleted.
 */
final class CostScenario implements Scenario {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration SYNC = Duration.ofSeconds(5);
    private static final String PREFIX = "cost";
    private static final int CYCLES = 4;
    private static final String NO_CLOUD = "a client that sends nothing to Azure";
    private static final String MINIMUM = "a client that only makes the writes of a group";

    /** Goals for the number of Kubernetes writes, by result. */
    private static final Map<String, Double> GOALS =
            Map.of(
                    "cost.group.create", 3.0,
                    "cost.account.create", 4.0,
                    "cost.group.unchanged", 0.0,
                    "cost.account.unchanged", 0.0);

    /** What a step of the baseline costs for each object; CPU in ms. */
    private record Minimum(double writes, double reads, double cpu) {}

    private Minimum create;
    private Minimum update;
    private Minimum read;

    @Override
    public String name() {
        return "cost";
    }

    @Override
    public String question() {
        return "Kubernetes and Azure calls and CPU per object: create, update, unchanged, delete; compared with minimal writes";
    }

    @Override
    public List<Result> run(Setup setup) {
        int count = setup.count(100, 3);
        try (var stage = Stage.start(setup)) {
            stage.azure().control().retryAfter(1);
            stage.azure().control().operationDuration(".*", Duration.ofMillis(1500));
            setup.progress().accept("cost: baseline");
            baseline(stage, count);
            var results = new ArrayList<Result>();
            try (var operator = stage.operator(Map.of())) {
                Objects.create(
                        stage.client(), Stage.NAMESPACE, Objects.Type.GROUP, List.of("owner"));
                for (var type : Objects.Type.values()) {
                    setup.progress().accept("cost: warm-up of " + word(type));
                    var _ = life(stage, operator, type, Objects.names(PREFIX + "w", count));
                }
                for (var type : Objects.Type.values()) {
                    setup.progress().accept("cost: " + word(type));
                    results.addAll(life(stage, operator, type, Objects.names(PREFIX, count)));
                }
            }
            for (var type : Objects.Type.values()) {
                setup.progress().accept("cost: unchanged " + word(type));
                results.addAll(unchanged(stage, type, Objects.names(PREFIX + "s", count)));
            }
            return results;
        }
    }

    private void baseline(Stage stage, int count) {
        Objects.create(
                stage.client(),
                Stage.BARE,
                Objects.Type.GROUP,
                Objects.names("bare", count));
        try (var bare = stage.bare()) {
            for (int i = 0; i < 2; i++) {
                // the first round is a warm-up
                create = minimum(stage, bare, "create", count);
                update = minimum(stage, bare, "update", count);
                read = minimum(stage, bare, "get", count);
            }
        }
    }

    private static Minimum minimum(Stage stage, BareProcess bare, String what, int count) {
        var mark = stage.mark();
        double cpu = bare.cpu();
        var _ = bare.ask(what, Stage.BARE, "bare", count);
        cpu = bare.cpu() - cpu;
        var calls = stage.ownCalls(mark);
        return new Minimum(
                (double) calls.writes() / count, (double) calls.reads() / count, cpu / count);
    }

    private static void create(Stage stage, Objects.Type type, List<String> names) {
        try (var watch = new ReadyWatch(stage.client(), Stage.NAMESPACE, type, PREFIX)) {
            Objects.create(stage.client(), Stage.NAMESPACE, type, names);
            watch.awaitReady(names.size(), 1, LIMIT);
        }
    }

    private List<Result> life(
            Stage stage, RunningOperator operator, Objects.Type type, List<String> names) {
        var results = new ArrayList<Result>();
        var client = stage.client();
        try (var watch = new ReadyWatch(client, Stage.NAMESPACE, type, PREFIX)) {
            var step = new Step(stage, operator, type, names.size());
            results.addAll(
                    step.of(
                            "create",
                            create,
                            () -> {
                                Objects.create(client, Stage.NAMESPACE, type, names);
                                watch.awaitReady(names.size(), 1, LIMIT);
                            }));
            results.addAll(
                    step.of(
                            "update",
                            update,
                            () -> {
                                Objects.each(
                                        names.size(),
                                        i -> {
                                            var _ =
                                                    Objects.edit(
                                                            client,
                                                            Stage.NAMESPACE,
                                                            type,
                                                            names.get(i),
                                                            "payments");
                                        });
                                watch.awaitReady(names.size(), 2, LIMIT);
                            }));
            results.addAll(
                    step.of(
                            "delete",
                            update,
                            () -> {
                                Objects.delete(client, Stage.NAMESPACE, type, names);
                                watch.awaitGone(names.size(), LIMIT);
                            }));
        }
        return results;
    }

    /** Measures a step for all objects, from its beginning until the operator is idle. */
    private record Step(Stage stage, RunningOperator operator, Objects.Type type, int count) {
        List<Result> of(String what, Minimum minimum, Runnable step) {
            operator.awaitQuiet();
            var mark = stage.mark();
            double cpu = operator.cpu();
            step.run();
            operator.awaitQuiet();
            cpu = operator.cpu() - cpu;
            return results(
                    "cost." + word(type) + "." + what, stage.calls(mark), cpu, count, minimum);
        }
    }

    /**
     * Measures an operator that compares each object with Azure every few seconds, while nothing
     * changes.
     */
    private List<Result> unchanged(Stage stage, Objects.Type type, List<String> names) {
        try (var operator = stage.operator(Map.of())) {
            create(stage, type, names);
            operator.awaitQuiet();
        }
        try (var operator = stage.operator(Map.of("AZURE_SYNC_PERIOD", SYNC.toMillis() + "ms"))) {
            // a first comparison of all objects, as a warm-up
            Patience.pause(SYNC.multipliedBy(2));
            var mark = stage.mark();
            double cpu = operator.cpu();
            double reconciliations = operator.reconciliations();
            Patience.pause(SYNC.multipliedBy(CYCLES));
            reconciliations = operator.reconciliations() - reconciliations;
            cpu = operator.cpu() - cpu;
            var calls = stage.calls(mark);
            if (reconciliations < names.size() * (CYCLES - 1.0)) {
                throw new BenchFailed(
                        "%.0f reconciliations of %d objects in %d periods: the operator did not compare each object in each period"
                                .formatted(reconciliations, names.size(), CYCLES));
            }
            try (var watch = new ReadyWatch(stage.client(), Stage.NAMESPACE, type, PREFIX)) {
                Objects.delete(stage.client(), Stage.NAMESPACE, type, names);
                watch.awaitGone(names.size(), LIMIT);
            }
            double comparisons = (double) names.size() * CYCLES;
            return results("cost." + word(type) + ".unchanged", calls, cpu, comparisons, read);
        }
    }

    private static List<Result> results(
            String name, Calls calls, double cpu, double count, Minimum minimum) {
        var writes =
                Result.of(
                        name + ".kubernetes-writes",
                        "",
                        calls.writes() / count,
                        Result.Baseline.of(MINIMUM, minimum.writes));
        var goal = Optional.ofNullable(GOALS.get(name));
        var azureWrites =
                Result.of(
                        name + ".azure-writes",
                        "",
                        calls.azureWrites() / count,
                        Result.Baseline.of(NO_CLOUD, 0));
        return List.of(
                goal.map(writes::atMost).orElse(writes),
                Result.of(
                        name + ".kubernetes-reads",
                        "",
                        calls.reads() / count,
                        Result.Baseline.of(MINIMUM, minimum.reads)),
                name.endsWith(".unchanged") ? azureWrites.atMost(0) : azureWrites,
                Result.of(
                        name + ".azure-actions",
                        "",
                        calls.azureActions() / count,
                        Result.Baseline.of(NO_CLOUD, 0)),
                Result.of(
                        name + ".azure-reads",
                        "",
                        calls.azureReads() / count,
                        Result.Baseline.of(NO_CLOUD, 0)),
                Result.of(
                        name + ".cpu",
                        "ms",
                        cpu / count,
                        Result.Baseline.of(MINIMUM, minimum.cpu)));
    }

    private static String word(Objects.Type type) {
        return type.name().toLowerCase(Locale.ROOT);
    }
}
