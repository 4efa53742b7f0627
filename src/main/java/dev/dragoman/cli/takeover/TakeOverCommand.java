package dev.dragoman.cli.takeover;

import dev.dragoman.cli.ClusterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Rewrites the objects that Azure Service Operator stored, so that Dragoman's definitions can read
 * them.
 */
@Command(
        name = "take-over",
        description =
                "Takes over the objects of Azure Service Operator: rewrites each in the form that"
                        + " Dragoman stores, then replaces the definitions of their kinds. Says what"
                        + " it would do, and does it with --yes. May be repeated after an"
                        + " interruption. Exit code 1 when there is an obstacle.",
        mixinStandardHelpOptions = true)
public final class TakeOverCommand implements Callable<Integer> {
    @Mixin private ClusterOptions cluster;

    @Option(
            names = "--backup",
            required = true,
            paramLabel = "DIR",
            description =
                    "Directory for backups: one JSON file for each object as it was before. Files that"
                            + " exist are not overwritten.")
    private Path backup;

    @Option(names = "--yes", description = "Make the changes instead of printing them.")
    private boolean yes;

    @Override
    public Integer call() throws IOException {
        return cluster.run(
                "nothing is lost: run the same command again",
                (requests, out) ->
                        new TakeOverRun(requests, Clock.systemUTC(), backup, out).run(yes));
    }
}
