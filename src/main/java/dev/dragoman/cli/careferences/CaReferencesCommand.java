package dev.dragoman.cli.careferences;

import dev.dragoman.cli.ClusterOptions;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
public final class CaReferencesCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Mixin private ClusterOptions cluster;

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
    public Integer call() throws IOException {
        return cluster.run(
                "what was allowed stays, run the same command again",
                requests ->
                        new CaReferencesRun(
                                        requests, caNamespace, spec.commandLine().getOut()::println)
                                .run(consent));
    }
}
