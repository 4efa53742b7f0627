package dev.dragoman.faults;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.cluster.OperatorAgent;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.KeptExchanges;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.sandbox.faults.FaultProxies;
import dev.dragoman.sandbox.faults.Faults;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The shared API server, a local Azure, the proxies in front of both, and the operator behind them,
 * which is replaced when it is killed. It stays for many runs, as an operator does.
 */
final class Rig implements AutoCloseable {
    /**
     * How often a watch is compared with a list: with the default each silent one costs minutes.
     */
    static final String PROBE_PERIOD = "700ms";

    private static final int RUNS = 2000;
    private static final AtomicInteger NUMBER = new AtomicInteger();

    final ControlPlane plane = SharedControlPlane.shared();
    final AzureSandbox azure;
    final Install install;
    private final AzurePart.RunningAzure part;
    private final FaultProxies proxies;
    private final Replica.Maker maker;
    private final Map<String, String> environment;
    private final boolean vaults;
    private final Path kubeconfig;
    private final String mark = Long.toString(System.nanoTime() / 1_000_000 % 46_656, 36);
    private Replica replica;
    private int incarnation;
    private final AtomicInteger runs = new AtomicInteger();

    Rig(Scenario scenario, Replica.Maker maker) {
        this.maker = maker;
        this.vaults = !scenario.vaults(mark).isEmpty();
        scenario.account().install(plane);
        install = scenario.account().on(plane);
        install.kindsAndRightsOnce(
                scenario.kinds().stream()
                        .filter(
                                kind ->
                                        Catalog.load()
                                                .has(
                                                        kind.apiVersion().split("/", 2)[0],
                                                        kind.kind()))
                        .map(kind -> kind.apiVersion().split("/", 2)[0] + "/" + kind.kind())
                        .toList());
        kubeconfig = install.operatorKubeconfig();
        part = new AzurePart().start(plane, scenario.account().user());
        azure = part.azure();
        azure.control().retryAfter(1);
        // one Azure for hundreds of runs
        azure.control().unlimited();
        azure.control().operationDuration(".*", Duration.ofMillis(300));
        proxies = new FaultProxies(plane, azure);
        environment = new HashMap<>(part.environment());
        environment.put("DRAGOMAN_LEADER_ELECTION", "false");
        environment.put("DRAGOMAN_MANAGEMENT_PORT", "0");
        environment.put("POD_NAMESPACE", scenario.account().namespace());
        environment.put("DRAGOMAN_WATCH_PROBE_PERIOD", PROBE_PERIOD);
        // other tests' objects are not ours to touch
        environment.put(
                "AZURE_TARGET_NAMESPACES",
                IntStream.rangeClosed(1, RUNS)
                        .mapToObj(this::run)
                        .collect(Collectors.joining(",")));
        environment.putAll(scenario.environment());
    }

    KubernetesClient client() {
        return plane.client();
    }

    Faults faults() {
        return proxies.faults();
    }

    /** The name of the next run; it is part of no other name. Several runs begin at once. */
    String nextRun() {
        return run(runs.incrementAndGet());
    }

    private String run(int number) {
        return "f%s%04d".formatted(mark, number);
    }

    /** Starts the operator where none runs. */
    synchronized void start() {
        if (replica != null) {
            return;
        }
        incarnation++;
        var settings = new HashMap<>(environment);
        settings.putAll(
                vaults ? proxies.environmentWithVaults(agent()) : proxies.environment(agent()));
        replica =
                maker.start(
                        proxies.cluster(
                                Config.fromKubeconfig(kubeconfig.toFile()),
                                OperatorAgent.of(agent())),
                        settings);
    }

    /** Nothing that the operator does has an effect any more. To be started again. */
    synchronized void kill() {
        proxies.kill(agent());
        var old = replica;
        replica = null;
        if (old != null) {
            Thread.ofPlatform().daemon().name("abandon").start(old::abandon);
        }
    }

    /** Whether the operator runs and has looked at all there is. */
    synchronized boolean idle() {
        if (replica == null) {
            return false;
        }
        var health = replica.health();
        return health.synced() && health.waiting().isEmpty();
    }

    /** Ends in a dot, or 1 would be part of 12. */
    private String agent() {
        return "incarnation-%d.".formatted(incarnation);
    }

    @Override
    public void close() {
        kill();
        KeptExchanges.keep(azure.control(), "faults-" + NUMBER.incrementAndGet());
        proxies.close();
        part.close();
    }
}
