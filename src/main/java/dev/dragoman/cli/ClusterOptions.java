package dev.dragoman.cli;

import dev.dragoman.cli.cluster.ClusterConfig;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.cluster.ClusterTrouble;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The cluster of a command that works with one, as a mixin. */
public final class ClusterOptions {
    /** What a command does with its cluster. */
    public interface Work {
        /** Does it; false when something is in the way, which has been printed. */
        boolean on(ClusterRequests cluster) throws IOException;
    }

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--kubeconfig",
            description = "File that names the cluster; default KUBECONFIG, then in-cluster")
    private Path kubeconfig;

    /**
     * Runs the command on the cluster that is named. A request that fails is explained in one line.
     *
     * @param afterwards what is true after such a failure and what to do, such as {@code nothing is
     *     lost: run the same command again}; empty for nothing
     * @return the exit code
     */
    public int run(String afterwards, Work work) throws IOException {
        var out = command.commandLine().getOut();
        var config = config();
        try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
            boolean done = work.on(new ClusterRequests(client));
            out.flush();
            return done ? 0 : 1;
        } catch (ClusterRequests.Refused | KubernetesClientException refused) {
            out.flush();
            return failed(command.name(), config, refused, afterwards);
        }
    }

    /** The cluster that is named; what is wrong is reported as wrong usage. */
    public Config config() {
        return ClusterConfig.of(kubeconfig, command.commandLine());
    }

    /** Whether the option was used. */
    public boolean named() {
        return kubeconfig != null;
    }

    /**
     * Explains a request that failed.
     *
     * @param doing the command, with the option that led to the request
     * @return the exit code
     */
    public int failed(String doing, Config config, RuntimeException failed, String afterwards) {
        var err = command.commandLine().getErr();
        err.println(
                "dragoman: "
                        + new ClusterTrouble(doing, config, kubeconfig).told(failed)
                        + (afterwards.isEmpty() ? "" : "; " + afterwards));
        err.flush();
        return 1;
    }
}
