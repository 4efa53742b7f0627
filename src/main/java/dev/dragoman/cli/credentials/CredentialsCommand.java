package dev.dragoman.cli.credentials;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.cli.ClusterOptions;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the identities that are used in Azure, and whether Entra accepts them. */
@Command(
        name = "credentials",
        description =
                "Lists the credentials of the operator, of namespaces and of objects: type, client,"
                        + " subscription, and whether Entra gave the last token. Prints the federated"
                        + " credential that is missing, and CDTargets whose identity is not given to"
                        + " their namespace. Shows no secrets, changes nothing. Exit code 1"
                        + " when a credential cannot be used.",
        mixinStandardHelpOptions = true)
public final class CredentialsCommand implements Callable<Integer> {
    @Mixin private ClusterOptions cluster;

    @Option(
            names = "--operator-namespace",
            paramLabel = "NAMESPACE",
            defaultValue = "${env:POD_NAMESPACE:-dragoman-system}",
            description =
                    "Namespace of the operator. Default: POD_NAMESPACE, else dragoman-system.")
    private String operator;

    @Option(
            names = "--for-strict",
            description =
                    "Print for each workload identity the federated credential that it needs with"
                            + " DRAGOMAN_IDENTITY_MODE=strict, whichever mode the operator has.")
    private boolean forStrict;

    @Override
    public Integer call() throws IOException {
        return cluster.run(
                "",
                (requests, out) ->
                        new CredentialsRun(requests, Catalog.load(), operator, out, forStrict)
                                .run());
    }
}
