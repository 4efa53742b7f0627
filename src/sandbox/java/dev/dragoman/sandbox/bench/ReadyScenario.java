package dev.dragoman.sandbox.bench;

import dev.dragoman.sandbox.azure.control.Exchange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Measures the time from creation to Ready, without the time that Azure itself takes. */
final class ReadyScenario implements Scenario {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration OPERATION = Duration.ofMillis(1500);
    private static final Duration BETWEEN = Duration.ofMillis(200);
    private static final String BASELINE =
            "a client that makes the same three writes for a group, until a watch shows them";

    @Override
    public String name() {
        return "ready";
    }

    @Override
    public String question() {
        return "time from apply to Ready without Azure's own time; compared with a client that makes the same writes";
    }

    @Override
    public List<Result> run(Setup setup) {
        try (var stage = Stage.start(setup)) {
            int count = setup.count(120, 3);
            setup.progress().accept("ready: baseline");
            var baseline = new Result.Baseline(BASELINE, baseline(stage, count));
            stage.azure().control().retryAfter(1);
            stage.azure().control().operationDuration(".*", OPERATION);
            try (var _ = stage.operator(Map.of())) {
                setup.progress().accept("ready: groups, one after the other");
                var unused = groups(stage, "warm", setup.count(100, 1));
                var groups = groups(stage, "group", count);
                setup.progress().accept("ready: accounts, one every 0.2 s");
                unused = accounts(stage, "warm", setup.count(30, 1));
                var accounts = accounts(stage, "account", count);
                return List.of(
                        Result.of("ready.group", "ms", groups, baseline),
                        Result.of("ready.account", "ms", accounts, baseline));
            }
        }
    }

    private static List<Double> baseline(Stage stage, int count) {
        var times = new ArrayList<Double>();
        var writes = new MinimalWrites(stage.client(), Stage.BARE);
        try (var watch = new ReadyWatch(stage.client(), Stage.BARE, Objects.Type.GROUP, "bare")) {
            for (int i = 0; i < 2 * count; i++) {
                var name = Objects.names("bare" + i + "-", 1);
                long began = System.nanoTime();
                Objects.create(stage.client(), Stage.BARE, Objects.Type.GROUP, name);
                writes.create(name.getFirst());
                watch.awaitReady(i + 1, 1, LIMIT);
                times.add((watch.at(name.getFirst()) - began) / 1e6);
            }
        }
        // the first half is a warm-up of this JVM
        return times.subList(count, times.size());
    }

    /**
     * The time of groups, in ms. Nothing is subtracted, because the local Azure answers their
     * requests at once.
     */
    private static List<Double> groups(Stage stage, String prefix, int count) {
        var times = new ArrayList<Double>();
        var names = Objects.names(prefix, count);
        try (var watch = new ReadyWatch(stage.client(), Stage.NAMESPACE, Objects.Type.GROUP, prefix)) {
            for (int i = 0; i < count; i++) {
                long began = System.nanoTime();
                var one = names.subList(i, i + 1);
                Objects.create(stage.client(), Stage.NAMESPACE, Objects.Type.GROUP, one);
                watch.awaitReady(i + 1, 1, LIMIT);
                times.add((watch.at(names.get(i)) - began) / 1e6);
            }
        }
        return times;
    }

    /**
     * The time of accounts, in ms, minus the duration of Azure's operation. The wait for the next
     * poll counts as time of the operator.
     */
    private static List<Double> accounts(Stage stage, String prefix, int count) {
        var names = Objects.names(prefix + "x", count);
        var owner = List.of("owner");
        var began = new HashMap<String, Long>();
        var exists =
                stage.client()
                                .genericKubernetesResources(Objects.Type.GROUP.context())
                                .inNamespace(Stage.NAMESPACE)
                                .withName("owner")
                                .get()
                        != null;
        if (!exists) {
            Objects.create(stage.client(), Stage.NAMESPACE, Objects.Type.GROUP, owner);
        }
        try (var watch = new ReadyWatch(stage.client(), Stage.NAMESPACE, Objects.Type.ACCOUNT, prefix)) {
            for (var name : names) {
                began.put(name, System.nanoTime());
                Objects.create(
                        stage.client(), Stage.NAMESPACE, Objects.Type.ACCOUNT, List.of(name));
                Patience.pause(BETWEEN);
            }
            watch.awaitReady(count, 1, LIMIT);
            sentOnce(stage, names);
            return names.stream()
                    .map(name -> (watch.at(name) - began.get(name)) / 1e6 - OPERATION.toMillis())
                    .toList();
        }
    }

    /** Requires one PUT for each object, because only one operation is subtracted. */
    private static void sentOnce(Stage stage, List<String> names) {
        for (var name : names) {
            long sent =
                    stage.azure().control().exchanges().stream()
                            .filter(each -> each.method().equals("PUT"))
                            .map(Exchange::path)
                            .filter(path -> path.endsWith("/" + name))
                            .count();
            if (sent != 1) {
                throw new BenchFailed("%s was sent to Azure %d times, not once".formatted(name, sent));
            }
        }
    }
}
