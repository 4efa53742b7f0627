package dev.dragoman.cli.plan;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.dragoman.azure.catalog.KindName;
import dev.dragoman.azure.trial.Forecasts;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.Redactor;
import dev.dragoman.cli.ClusterOptions;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.cluster.ReadOnly;
import dev.dragoman.cli.crds.KindPatterns;
import dev.dragoman.cli.trial.CheckedFiles;
import dev.dragoman.cli.trial.ClusterTrial;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.settings.Version;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says what the operator would do with the objects of a cluster, before it is installed there. */
@Command(
        name = "plan",
        description =
                "Says what the operator would do with each object of its kinds, and which"
                        + " fields would change in Azure. The objects may be Azure Service Operator's. Writes"
                        + " nothing, neither to the cluster nor to Azure. Exit code 1 when the"
                        + " operator would refuse an object, or when --azure could not compare one.",
        mixinStandardHelpOptions = true)
public final class PlanCommand implements Callable<Integer> {
    /** Formats of the output, spelled as in the option. */
    enum Output {
        table,
        json
    }

    private static final String EVERYTHING = "*/*";

    @Spec private CommandSpec spec;

    @Mixin private ClusterOptions cluster;

    @Option(
            names = "--kinds",
            split = ",",
            paramLabel = "GROUP/KIND",
            defaultValue = EVERYTHING,
            description = "Kinds to look at, * for any text: 'storage.azure.com/*'. Default: all.")
    private List<String> kinds = List.of();

    @Option(
            names = "--azure",
            description =
                    "Compare with Azure, by GET requests with the operator's credential. The"
                            + " settings are read as the operator reads them, from the environment"
                            + " and from the Secret aso-controller-settings in POD_NAMESPACE.")
    private boolean azure;

    @Option(
            names = "--output",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}")
    private Output output = Output.table;

    @Override
    public Integer call() {
        return reading(cluster, "plan", client -> told(look(client)));
    }

    /** Runs a command that only reads its cluster. Returns its exit code. */
    static int reading(ClusterOptions cluster, String name, ToIntFunction<KubernetesClient> work) {
        var config = cluster.config();
        // the output must hold only the plan, and no log lines of the operator's classes
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
        config.setRequestRetryBackoffLimit(0);
        config.setUserAgent("dragoman/%s (%s)".formatted(Version.CURRENT, name));
        try (var client =
                new KubernetesClientBuilder()
                        .withConfig(config)
                        .withHttpClientBuilderConsumer(
                                http -> http.addOrReplaceInterceptor(ReadOnly.NAME, new ReadOnly()))
                        .build()) {
            return work.applyAsInt(client);
        } catch (ClusterRequests.Refused | KubernetesClientException failed) {
            return cluster.failed(name, config, failed, "");
        }
    }

    private PlanReport look(KubernetesClient client) {
        var chosen = Set.copyOf(cluster.checked(() -> KindPatterns.chosen(kinds)));
        var forecasts = new Forecasts(azure, Redactor::redact);
        var run = new PlanRun(new ClusterRequests(client), key -> isOf(chosen, key), forecasts);
        var operator = operator(cluster, client, System.getenv(), forecasts);
        return new PlanReport(run.run(operator, kinds.contains(EVERYTHING)), azure);
    }

    private static boolean isOf(Set<KindName> chosen, ObjectKey key) {
        return chosen.stream()
                .anyMatch(
                        each -> each.group().equals(key.group()) && each.kind().equals(key.kind()));
    }

    /** What starts the operator over the objects that were read of a cluster. */
    static Function<List<Map<String, Object>>, ClusterTrial> operator(
            ClusterOptions cluster,
            KubernetesClient client,
            Map<String, String> env,
            Forecasts forecasts) {
        var overlays = cluster.checked(() -> checked(env));
        return read ->
                cluster.checked(() -> new ClusterTrial(client, env, overlays, forecasts, read));
    }

    private static Overlays checked(Map<String, String> env) {
        var overlays = Overlays.of(env);
        var errors = CheckedFiles.of(env, overlays).errors();
        if (!errors.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", errors));
        }
        return overlays;
    }

    private int told(PlanReport report) {
        var out = spec.commandLine().getOut();
        out.print(output == Output.json ? report.json() : report.text());
        out.flush();
        return report.obstructed() ? 1 : 0;
    }
}
