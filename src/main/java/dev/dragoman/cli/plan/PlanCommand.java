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
import dev.dragoman.settings.Version;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
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
        var config = cluster.config();
        // the output must hold only the plan, and no log lines of the operator's classes
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
        try (var client = client(config)) {
            return told(look(client, System.getenv()));
        } catch (ClusterRequests.Refused | KubernetesClientException failed) {
            return cluster.failed("plan", config, failed, "");
        }
    }

    private static KubernetesClient client(Config config) {
        config.setRequestRetryBackoffLimit(0);
        config.setUserAgent("dragoman/%s (plan)".formatted(Version.CURRENT));
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withHttpClientBuilderConsumer(
                        http -> http.addOrReplaceInterceptor(ReadOnly.NAME, new ReadOnly()))
                .build();
    }

    private PlanReport look(KubernetesClient client, Map<String, String> env) {
        List<KindName> chosen = cluster.checked(() -> KindPatterns.chosen(kinds));
        var overlays = cluster.checked(() -> checked(env));
        var forecasts = new Forecasts(azure, Redactor::redact);
        Function<List<Map<String, Object>>, ClusterTrial> operator =
                read ->
                        cluster.checked(
                                () -> new ClusterTrial(client, env, overlays, forecasts, read));
        var run = new PlanRun(new ClusterRequests(client), Set.copyOf(chosen), forecasts);
        return new PlanReport(run.run(operator, kinds.contains(EVERYTHING)), azure);
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
