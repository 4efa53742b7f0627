package dev.dragoman.cli;

import dev.dragoman.camel.StartRefused;
import dev.dragoman.cli.cluster.ClusterConfig;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.cluster.ClusterTrouble;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Mixin for commands that work with a cluster: the option that names its kubeconfig. */
public final class ClusterOptions {
    /** The work of a command on its cluster. */
    public interface Work {
        /**
         * Does the work. Returns false when an obstacle, which it has printed, prevented the work.
         *
         * @param out prints a line
         */
        boolean on(ClusterRequests cluster, Consumer<String> out) throws IOException;
    }

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--kubeconfig",
            description =
                    "Kubeconfig file of the cluster. Default: the file of KUBECONFIG, else"
                            + " ~/.kube/config, else the cluster of this pod.")
    private Path kubeconfig;

    /**
     * Runs the work on the cluster of {@link #config()}. Prints one line when a request fails.
     *
     * @param afterwards end of that line: what the failure leaves behind and what the user does
     *     next, such as {@code nothing is lost: run the same command again}; may be empty
     * @return the exit code
     */
    public int run(String afterwards, Work work) throws IOException {
        return run(config(), afterwards, work);
    }

    /** As {@link #run(String, Work)}, on this cluster. */
    public int run(Config config, String afterwards, Work work) throws IOException {
        var out = command.commandLine().getOut();
        try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
            boolean done = work.on(new ClusterRequests(client), out::println);
            out.flush();
            return done ? 0 : 1;
        } catch (ClusterRequests.Refused | KubernetesClientException refused) {
            out.flush();
            return failed(command.commandLine().getCommandName(), config, refused, afterwards);
        }
    }

    /**
     * The client's configuration for the cluster.
     *
     * @throws WrongValue when the kubeconfig is wrong, or no cluster is found
     */
    public Config config() {
        return checked(() -> ClusterConfig.of(kubeconfig));
    }

    /** Reports a wrong option or setting as wrong usage. */
    public <T> T checked(Supplier<T> given) {
        try {
            return given.get();
        } catch (IllegalArgumentException | StartRefused wrong) {
            throw new WrongValue(command.commandLine(), wrong);
        }
    }

    /** Whether the user gave {@code --kubeconfig}. */
    public boolean named() {
        return kubeconfig != null;
    }

    /**
     * Prints one line that says why a request failed.
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
