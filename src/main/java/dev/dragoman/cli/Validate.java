package dev.dragoman.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.dragoman.Operator;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.check.OverlayCheck;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks overlays before they are rolled out. */
@Command(
        name = "validate",
        description = "Checks route and kamelet overlays; one line for each problem",
        mixinStandardHelpOptions = true)
public final class Validate implements Callable<Integer> {
    @Parameters(
            paramLabel = "DIR",
            description =
                    "Directories with *.camel.yaml and *.kamelet.yaml; the first that has a"
                            + " file wins. Default: DRAGOMAN_OVERLAYS.")
    private List<Path> directories = List.of();

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        // the lines below are the output; what Camel logs while it tries would drown them
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
        var err = spec.commandLine().getErr();
        for (var directory : directories) {
            if (!Files.isDirectory(directory)) {
                err.println(directory + ": not a directory");
                return 1;
            }
        }
        var overlays =
                directories.isEmpty() ? Overlays.of(System.getenv()) : new Overlays(directories);
        var problems =
                new OverlayCheck(Overlays.BUILT_IN_ROUTES, Operator.PROCESSORS).check(overlays);
        problems.forEach(err::println);
        if (problems.isEmpty()) {
            spec.commandLine()
                    .getOut()
                    .printf(
                            "%s and %s are sound%n",
                            counted(overlays.routes().size(), "route file"),
                            counted(overlays.kamelets().size(), "kamelet"));
        }
        err.flush();
        spec.commandLine().getOut().flush();
        return problems.isEmpty() ? 0 : 1;
    }

    private static String counted(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
