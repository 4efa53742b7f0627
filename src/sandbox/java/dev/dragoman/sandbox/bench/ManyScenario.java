package dev.dragoman.sandbox.bench;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Applies many resource groups in one file, as in a migration. */
final class ManyScenario implements Scenario {
    private static final double GOAL = 14.2;
    private static final int MANY = 500;
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @Override
    public String name() {
        return "many";
    }

    @Override
    public String question() {
        return "time from one kubectl apply of 500 ResourceGroups until all are Ready; compared with 500 ConfigMaps by kubectl";
    }

    @Override
    public List<Result> run(Setup setup) {
        int count = setup.count(MANY, 20);
        try (var stage = Stage.start(setup);
                var operator = stage.operator(Map.of());
                var watch =
                        new ReadyWatch(stage.client(), Stage.NAMESPACE, Objects.Type.GROUP, "group")) {
            operator.awaitQuiet();
            setup.progress().accept("many: %d ConfigMaps, the baseline".formatted(count));
            long began = System.nanoTime();
            apply(stage, configMaps(count), Stage.BARE);
            double baseline = (System.nanoTime() - began) / 1e9;
            setup.progress().accept("many: %d groups".formatted(count));
            var yaml =
                    Objects.names("group", count).stream()
                            .map(name -> Objects.yaml(Objects.Type.GROUP, name))
                            .collect(Collectors.joining("\n---\n"));
            began = System.nanoTime();
            apply(stage, yaml, Stage.NAMESPACE);
            double applied = (System.nanoTime() - began) / 1e9;
            watch.awaitReady(count, 1, LIMIT);
            double ready = (watch.last() - began) / 1e9;
            var same =
                    Result.Baseline.of(
                            "kubectl apply of as many ConfigMaps, until it ends", baseline);
            return List.of(
                    Result.of("many.ready", "s", ready, same).atMost(GOAL),
                    Result.of("many.kubectl", "s", applied, same),
                    Result.of("many.lag", "s", Math.max(0, ready - applied), same));
        }
    }

    private static void apply(Stage stage, String yaml, String namespace) {
        var _ = stage.install().apply(yaml, "many-" + namespace + ".yaml", "-n", namespace);
    }

    private static String configMaps(int count) {
        return Objects.names("plain", count).stream()
                .map(
                        name ->
                                """
                                apiVersion: v1
                                kind: ConfigMap
                                metadata:
                                  name: %s
                                data:
                                  location: westeurope
                                """
                                        .formatted(name))
                .collect(Collectors.joining("---\n"));
    }
}
