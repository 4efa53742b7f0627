package dev.dragoman.cli.careferences;

import dev.dragoman.cli.ClusterOptions;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Lists certificates whose CA is a Secret of another namespace. With {@code --consent}, writes into
 * that Secret that these certificates may use it.
 */
@Command(
        name = "ca-references",
        description =
                "Lists DiscoveryServiceCertificates whose CA is a Secret of another namespace, and"
                        + " whether that Secret allows them. With --consent it allows all that are"
                        + " listed. Reads no keys. Exit code 1 when a certificate is not allowed.",
        mixinStandardHelpOptions = true)
public final class CaReferencesCommand implements Callable<Integer> {
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
                "certificates that were allowed stay allowed; run the same command again",
                (requests, out) -> new CaReferencesRun(requests, caNamespace, out).run(consent));
    }
}
