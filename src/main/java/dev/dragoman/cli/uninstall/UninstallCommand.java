package dev.dragoman.cli.uninstall;

import dev.dragoman.cli.ClusterOptions;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Removes the Azure kinds from a cluster. All resources in Azure stay. */
@Command(
        name = "uninstall",
        description =
                "Releases all Azure objects of the cluster, then deletes the definitions of their"
                        + " kinds, their admission policies and the rights to them. Everything in"
                        + " Azure stays; Azure is not asked. Says what it would do, and does it with"
                        + " --yes. The operator must have been stopped. May be repeated after an"
                        + " interruption. Exit code 1 when there is an obstacle.",
        mixinStandardHelpOptions = true)
public final class UninstallCommand implements Callable<Integer> {
    @Mixin private ClusterOptions cluster;

    @Option(
            names = "--operator-namespace",
            paramLabel = "NAMESPACE",
            split = ",",
            defaultValue = "dragoman-system",
            description =
                    "Namespaces of the operators whose objects are deleted. An object that names another"
                            + " namespace in the annotation serviceoperator.azure.com/operator-namespace"
                            + " is an obstacle. Default: ${DEFAULT-VALUE}.")
    private List<String> operators = List.of();

    @Option(
            names = "--delete-exports",
            description =
                    "Delete Secrets and ConfigMaps that the operator exported and that Azure objects own,"
                            + " unless another client has set keys in them. Without this option all of"
                            + " them stay.")
    private boolean deleteExports;

    @Option(
            names = "--release-components",
            description =
                    "Remove the operator's finalizers from CDTargets and DiscoveryServices too. These"
                            + " objects, their definitions and what was made for them stay.")
    private boolean components;

    @Option(names = "--yes", description = "Make the changes instead of printing them.")
    private boolean yes;

    @Override
    public Integer call() throws IOException {
        var wish = new UninstallRun.Wish(operators, deleteExports, components);
        return cluster.run(
                "nothing in Azure was touched: run the same command again",
                (requests, out) ->
                        new UninstallRun(requests, Clock.systemUTC(), wish, out).run(yes));
    }
}
