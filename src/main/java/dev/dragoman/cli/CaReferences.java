package dev.dragoman.cli;

import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists certificates whose CA is in another namespace, and lets the CA's Secret allow them. */
@Command(
        name = "ca-references",
        description =
                "Lists DiscoveryServiceCertificates whose CA is a Secret of another namespace, and"
                        + " whether that Secret allows it. With --consent it allows those that are"
                        + " listed. Reads no keys. Exit code 1 when one is not allowed.",
        mixinStandardHelpOptions = true)
final class CaReferences implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = "--kubeconfig",
            description = "File that names the cluster; default KUBECONFIG, then in-cluster")
    private Path kubeconfig;

    @Option(
            names = "--ca-namespace",
            paramLabel = "NAMESPACE",
            description = "Only references to CAs of this namespace.")
    private String caNamespace = "";

    @Option(
            names = "--consent",
            description =
                    "Add the namespaces of the certificates to the annotation"
                            + " dragoman.dev/allow-namespaces of each CA's Secret.")
    private boolean consent;

    @Override
    public Integer call() {
        var out = spec.commandLine().getOut();
        var config = ClusterConfig.of(kubeconfig, spec.commandLine());
        try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
            boolean all =
                    new CaReferencesRun(new ClusterRequests(client), caNamespace, out::println)
                            .run(consent);
            out.flush();
            return all ? 0 : 1;
        } catch (ClusterRequests.Refused | KubernetesClientException refused) {
            out.flush();
            spec.commandLine()
                    .getErr()
                    .println(
                            "dragoman: %s; what was allowed stays, run the same command again"
                                    .formatted(
                                            new ClusterTrouble("ca-references", config, kubeconfig)
                                                    .told(refused)));
            spec.commandLine().getErr().flush();
            return 1;
        }
    }
}
