package dev.dragoman.sandbox.bench;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Applies many CDTargets in one file, and then changes the list of ports that all of them use. */
final class AgentsScenario implements Scenario {
    private static final int MANY = 1_000;
    private static final double WRITES = 8;
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /** The pause between two reads of the audit log, which is read as a whole each time. */
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

    /** The operator counts as idle after this time without a write. */
    private static final Duration REST = Duration.ofSeconds(4);

    @Override
    public String name() {
        return "agents";
    }

    @Override
    public String question() {
        return "time from one kubectl apply of 1,000 CDTargets until all are Ready, then of a change to their list of ports; compared with as many ConfigMaps by kubectl";
    }

    @Override
    public List<Result> run(Setup setup) {
        int count = setup.count(MANY, 20);
        try (var stage = Stage.start(setup)) {
            stage.install().cdtargets();
            stage.install().kindsOfKeda();
            try (var operator =
                            stage.operator(
                                    Map.of(
                                            "DRAGOMAN_CDTARGETS",
                                            "on",
                                            "DRAGOMAN_CDTARGETS_PORTS_NAMESPACE",
                                            Stage.OTHER));
                    var ready = new Ready(stage)) {
                operator.awaitQuiet();
                return measure(setup, stage, operator, ready, count);
            }
        }
    }

    private static List<Result> measure(
            Setup setup, Stage stage, RunningOperator operator, Ready ready, int count) {
        setup.progress().accept("agents: %d ConfigMaps, the baseline".formatted(count));
        long began = System.nanoTime();
        apply(stage, yaml(count, AgentsScenario::configMap), Stage.BARE);
        var same =
                Result.Baseline.of(
                        "kubectl apply of as many ConfigMaps, until it ends", seconds(began));
        apply(stage, SECRET, Stage.NAMESPACE);
        setup.progress().accept("agents: %d CDTargets".formatted(count));
        var mark = stage.mark();
        began = System.nanoTime();
        apply(stage, yaml(count, AgentsScenario::target), Stage.NAMESPACE);
        Patience.until("all CDTargets are Ready", LIMIT, () -> ready.names.size() >= count);
        double all = seconds(began);
        double rest = rest(stage, mark, ready.last);
        double writes = writes(stage, mark) / (double) count;
        double resident = ProcessFigures.memory(operator.process().pid()).resident();
        setup.progress().accept("agents: a change to the list of ports");
        var later = stage.mark();
        began = System.nanoTime();
        apply(stage, PORTS, Stage.OTHER);
        Patience.until(
                "all policies have the port",
                LIMIT,
                () -> {
                    Patience.pause(POLL_INTERVAL);
                    return writes(stage, later) >= count;
                });
        double changed = seconds(began);
        var _ = rest(stage, later, System.nanoTime());
        return List.of(
                Result.of("agents.ready", "s", all, same),
                Result.of("agents.writes", "", writes, Result.Baseline.of("one each", 1))
                        .atMost(WRITES),
                Result.of("agents.rest", "s", rest, same),
                Result.of(
                        "agents.resident",
                        "MiB",
                        resident,
                        Result.Baseline.of("the goal of 1,000 groups", 190)),
                Result.of("agents.ports", "s", changed, same),
                Result.of(
                                "agents.ports.writes",
                                "",
                                writes(stage, later) / (double) count,
                                Result.Baseline.of("one each", 1))
                        .atMost(1));
    }

    /**
     * Waits until the operator is idle.
     *
     * @param then start of the time that is measured, in {@link System#nanoTime}
     * @return seconds from {@code then} until the operator's last write
     */
    private static double rest(Stage stage, Calls.Mark since, long then) {
        long writes = stage.calls(since).writes();
        long last = then;
        while (System.nanoTime() - last < REST.toNanos()) {
            Patience.pause(POLL_INTERVAL);
            long now = stage.calls(since).writes();
            if (now != writes) {
                writes = now;
                last = System.nanoTime();
            }
        }
        return (last - then) / 1e9;
    }

    private static long writes(Stage stage, Calls.Mark since) {
        return stage.calls(since).writesWithoutEvents();
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }

    private static void apply(Stage stage, String yaml, String namespace) {
        var _ =
                stage.install()
                        .apply(yaml, "agents-" + namespace + ".yaml", "-n", namespace, "--server-side");
    }

    private static String yaml(int count, UnaryOperator<String> object) {
        return Objects.names("agents", count).stream()
                .map(object)
                .collect(Collectors.joining("---\n"));
    }

    private static String configMap(String name) {
        return """
               apiVersion: v1
               kind: ConfigMap
               metadata: { name: %s }
               data: { location: westeurope }
               """
                .formatted(name);
    }

    private static String target(String name) {
        return """
               apiVersion: cnad.gofound.nl/v1alpha1
               kind: CDTarget
               metadata: { name: %1$s }
               spec:
                 additionalSelector: { app: %1$s }
                 agentImage: example.com/agent:1
                 config: { url: "https://dev.azure.com/contoso", poolName: "%1$s" }
                 ip: [ 10.20.0.1, 10.20.0.2 ]
                 minReplicaCount: 0
                 tokenRef: agents-token
               """
                .formatted(name);
    }

    private static final String SECRET =
            """
            apiVersion: v1
            kind: Secret
            metadata: { name: agents-token }
            stringData: { AZP_TOKEN: none }
            """;

    private static final String PORTS =
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: { name: cdtarget-ports }
            data: { ports: "8443/tcp" }
            """;

    /** Watches which CDTargets are Ready. */
    private static final class Ready implements Watcher<GenericKubernetesResource>, AutoCloseable {
        private final Set<String> names = ConcurrentHashMap.newKeySet();
        private final AutoCloseable watch;
        private volatile long last = System.nanoTime();

        Ready(Stage stage) {
            watch =
                    stage.client()
                            .genericKubernetesResources("cnad.gofound.nl/v1alpha1", "CDTarget")
                            .inNamespace(Stage.NAMESPACE)
                            .watch(this);
        }

        @Override
        public void eventReceived(Action action, GenericKubernetesResource object) {
            List<Map<String, Object>> conditions = object.get("status", "conditions");
            if (conditions != null
                    && conditions.stream()
                            .anyMatch(
                                    each ->
                                            "Ready".equals(each.get("type"))
                                                    && "True".equals(each.get("status")))
                    && names.add(object.getMetadata().getName())) {
                last = System.nanoTime();
            }
        }

        @Override
        public void onClose(WatcherException cause) {
            // nothing to do: the wait for the missing objects fails with a message
        }

        @Override
        public void close() {
            try {
                watch.close();
            } catch (Exception e) {
                throw new BenchFailed("cannot close a watch: " + e, e);
            }
        }
    }
}
