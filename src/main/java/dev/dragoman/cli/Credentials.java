package dev.dragoman.cli;

import dev.dragoman.azure.catalog.Catalog;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists the identities that are used in Azure, and whether Entra accepts them. */
@Command(
        name = "credentials",
        description =
                "Lists the credentials of the operator, of namespaces and of objects: type, client,"
                        + " subscription, and whether Entra gave the last token. Prints the federated"
                        + " credential that is missing, and CDTargets whose identity is not given to"
                        + " their namespace. Shows no secrets, changes nothing. Exit code 1"
                        + " when one cannot be used.",
        mixinStandardHelpOptions = true)
final class Credentials implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = "--kubeconfig",
            description = "File that names the cluster; default KUBECONFIG, then in-cluster")
    private Path kubeconfig;

    @Option(
            names = "--operator-namespace",
            paramLabel = "NAMESPACE",
            defaultValue = "${env:POD_NAMESPACE:-dragoman-system}",
            description = "Where the operator runs; default POD_NAMESPACE, else dragoman-system.")
    private String operator;

    @Option(
            names = "--for-strict",
            description =
                    "Print for each workload identity the federated credential that it takes with"
                            + " DRAGOMAN_IDENTITY_MODE=strict, whichever mode the operator has.")
    private boolean forStrict;

    @Override
    public Integer call() {
        var out = spec.commandLine().getOut();
        var config = ClusterConfig.of(kubeconfig, spec.commandLine());
        try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
            boolean good =
                    new CredentialsRun(
                                    new ClusterRequests(client),
                                    Catalog.load(),
                                    operator,
                                    out::println,
                                    forStrict)
                            .run();
            out.flush();
            return good ? 0 : 1;
        } catch (ClusterRequests.Refused | KubernetesClientException refused) {
            out.flush();
            spec.commandLine()
                    .getErr()
                    .println(
                            "dragoman: "
                                    + new ClusterTrouble("credentials", config, kubeconfig)
                                            .told(refused));
            spec.commandLine().getErr().flush();
            return 1;
        }
    }
}
