package dev.dragoman.cli.plan;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.dragoman.Operator;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.KindName;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.FixedIdentity;
import dev.dragoman.azure.identity.GlobalIdentity;
import dev.dragoman.azure.trial.ReadOnce;
import dev.dragoman.azure.trial.Rehearsal;
import dev.dragoman.camel.Overlays;
import dev.dragoman.cli.ClusterOptions;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.cluster.ReadOnly;
import dev.dragoman.cli.crds.KindPatterns;
import dev.dragoman.kube.HashKey;
import dev.dragoman.kube.Kinds;
import dev.dragoman.kube.LiveReader;
import dev.dragoman.kube.failure.KubeException;
import dev.dragoman.settings.SettingsReview;
import dev.dragoman.settings.Version;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
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
        } catch (ClusterRequests.Refused
                | KubeException
                | KubernetesClientException
                | IllegalStateException failed) {
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
        var settings = cluster.checked(() -> AzureSettings.from(env));
        warn(cluster.checked(() -> Overlays.of(env)));
        var global =
                new GlobalIdentity(
                        client,
                        env,
                        settings,
                        new SettingsReview(Operator.SETTINGS),
                        new ReadOnce());
        var identity =
                new FixedIdentity(
                        azure ? cluster.checked(global::sender) : Optional.empty(),
                        global.secret());
        var key =
                new HashKey(client, settings.operatorNamespace())
                        .present()
                        .orElseGet(PlanCommand::anyKey);
        var planned =
                new PlanRun(new ClusterRequests(client), Catalog.load(), Set.copyOf(chosen))
                        .run(
                                objects ->
                                        new Rehearsal(
                                                Catalog.load(),
                                                settings,
                                                identity,
                                                objects,
                                                new LiveReader(client, new Kinds(client)),
                                                key,
                                                Clock.systemUTC()),
                                kinds.contains(EVERYTHING));
        return new PlanReport(planned, azure);
    }

    /**
     * A random key, for a cluster in which no operator has run: nothing there is sealed or hashed
     * with a key.
     */
    private static byte[] anyKey() {
        var key = new byte[32];
        new SecureRandom().nextBytes(key);
        return key;
    }

    private void warn(Overlays overlays) {
        if (!overlays.isEmpty()) {
            var err = spec.commandLine().getErr();
            err.println(
                    "overlays are not part of a plan; objects are compared as if these were empty: "
                            + overlays.directories());
            err.flush();
        }
    }

    private int told(PlanReport report) {
        var out = spec.commandLine().getOut();
        out.print(output == Output.json ? report.json() : report.text());
        out.flush();
        return report.obstructed() ? 1 : 0;
    }
}
