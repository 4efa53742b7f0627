package dev.dragoman.sandbox.bench;

import dev.dragoman.sandbox.cli.DemoFailed;
import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dragoman bench}: measures what the operator costs on this machine. */
@Command(
        name = "bench",
        description = {
            "Measures what the operator costs. Each figure has a baseline from the same run.",
            "Starts a real Kubernetes API server and a local Azure, and the operator with only its own rights."
        },
        footer = {
            "Exit code 0 when every goal is met, 3 when a goal is missed, 1 when a scenario could",
            "not be measured. docs/benchmarks.md says what the figures mean. Linux only."
        },
        mixinStandardHelpOptions = true)
public final class BenchCommand implements Callable<Integer> {
    /** All scenarios, in the order in which they run. */
    static final List<Scenario> SCENARIOS =
            List.of(
                    new CodeScenario(),
                    new StartScenario(),
                    new ReadyScenario(),
                    new ManyScenario(),
                    new RateScenario(),
                    new CostScenario(),
                    new AgentsScenario(),
                    new CertificatesScenario(),
                    new IdentitiesScenario(),
                    new SharesScenario(),
                    new LimitsScenario(),
                    new VaultsScenario(),
                    new MemoryScenario(),
                    new KindsScenario());

    private static final int GOAL_MISSED = 3;
    private final long began = System.nanoTime();

    /** The names of the scenarios, for the help of picocli. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return SCENARIOS.stream().map(Scenario::name).iterator();
        }
    }

    @Spec CommandSpec spec;

    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            completionCandidates = Names.class,
            description = "scenarios to run; default: all of ${COMPLETION-CANDIDATES}")
    List<String> names = List.of();

    @Option(names = "--json", paramLabel = "FILE", description = "write the results into this file as JSON")
    Path json;

    @Option(
            names = "--quick",
            description =
                    "small numbers and no goals: only shows, in some minutes, that every scenario works")
    boolean quick;

    @Option(
            names = "--max-objects",
            paramLabel = "N",
            defaultValue = "10000",
            description = "skip levels of the memory scenario with more objects; default: ${DEFAULT-VALUE}")
    int mostObjects;

    @Option(
            names = "--jvm",
            paramLabel = "OPTION",
            description = "additional option for the measured JVMs, such as --jvm=-Xmx100m; may be repeated")
    List<String> jvm = List.of();

    @Option(
            names = "--beside",
            paramLabel = "JAR",
            description =
                    "target/run-*/product/dragoman.jar of another checkout: start measures it too, in turns")
    Path beside;

    @Override
    public Integer call() throws IOException {
        var chosen = chosen();
        var options = new ArrayList<>(ProductionJvm.options());
        options.addAll(jvm);
        var setup = new Setup(quick, mostObjects, options, other(), this::progress);
        var run = Run.begin(command(), setup, Clock.systemUTC());
        var results = new ArrayList<Result>();
        try {
            for (var scenario : chosen) {
                progress("%s: %s".formatted(scenario.name(), scenario.question()));
                var measured = scenario.run(setup);
                results.addAll(quick ? Result.withoutGoals(measured) : measured);
                // after each scenario, so that its results are kept if a later scenario fails
                write(run.with(results));
            }
        } catch (BenchFailed
                | DemoFailed
                | ControlPlaneException
                | KubernetesClientException
                | UncheckedIOException e) {
            spec.commandLine().getErr().println("dragoman bench: " + e.getMessage());
            spec.commandLine().getErr().flush();
            return 1;
        } finally {
            print(results);
        }
        boolean missed = results.stream().anyMatch(each -> !each.met().orElse(true));
        return missed ? GOAL_MISSED : 0;
    }

    private Optional<Path> other() {
        if (beside != null && !Files.isReadable(beside)) {
            throw new ParameterException(spec.commandLine(), "--beside: cannot read " + beside);
        }
        return Optional.ofNullable(beside).map(Path::toAbsolutePath);
    }

    private List<Scenario> chosen() {
        var known = SCENARIOS.stream().map(Scenario::name).toList();
        for (var name : names) {
            if (!known.contains(name)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "there is no benchmark '%s'; the benchmarks are %s".formatted(name, String.join(", ", known)));
            }
        }
        return SCENARIOS.stream()
                .filter(each -> names.isEmpty() || names.contains(each.name()))
                .toList();
    }

    private String command() {
        return spec.commandLine().getParseResult() == null
                ? "dragoman bench"
                : "dragoman bench "
                        + String.join(" ", spec.commandLine().getParseResult().originalArgs());
    }

    private void write(Run run) throws IOException {
        if (json != null) {
            Files.writeString(json, RunJson.of(run));
        }
    }

    private void print(List<Result> results) {
        if (!results.isEmpty()) {
            spec.commandLine().getOut().println(Table.of(results));
            spec.commandLine().getOut().flush();
        }
    }

    private void progress(String line) {
        long seconds = (System.nanoTime() - began) / 1_000_000_000;
        spec.commandLine().getErr().printf("%4d s  %s%n", seconds, line);
        spec.commandLine().getErr().flush();
    }
}
