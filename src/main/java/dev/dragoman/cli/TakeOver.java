package dev.dragoman.cli;

import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Rewrites what Azure Service Operator stored, so that Dragoman's definitions can read it. */
@Command(
        name = "take-over",
        description =
                "Takes over the objects of Azure Service Operator: rewrites each in the form that"
                        + " Dragoman stores, then replaces the definitions of their kinds. Says what"
                        + " it would do, and does it with --yes. May be repeated after it was"
                        + " interrupted. Exit code 1 when something is in the way.",
        mixinStandardHelpOptions = true)
final class TakeOver implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = "--kubeconfig",
            description = "File that names the cluster; default KUBECONFIG, then in-cluster")
    private Path kubeconfig;

    @Option(
            names = "--backup",
            required = true,
            paramLabel = "DIR",
            description =
                    "Directory for each object as it was before, one JSON file for each; files that"
                            + " are there stay as they are.")
    private Path backup;

    @Option(names = "--yes", description = "Do it.")
    private boolean yes;

    @Override
    public Integer call() throws IOException {
        var out = spec.commandLine().getOut();
        var config = ClusterConfig.of(kubeconfig, spec.commandLine());
        try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
            var cluster = new ClusterRequests(client);
            var run = new TakeOverRun(cluster, Clock.systemUTC(), backup, out::println);
            boolean done = run.run(yes);
            out.flush();
            return done ? 0 : 1;
        } catch (ClusterRequests.Refused | KubernetesClientException refused) {
            out.flush();
            spec.commandLine()
                    .getErr()
                    .println(
                            "dragoman: %s; nothing is lost: run the same command again"
                                    .formatted(
                                            new ClusterTrouble("take-over", config, kubeconfig)
                                                    .told(refused)));
            spec.commandLine().getErr().flush();
            return 1;
        }
    }
}
