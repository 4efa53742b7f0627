package dev.dragoman.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.dragoman.Operator;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.check.Problem;
import dev.dragoman.namespaces.NamespaceLane;
import dev.dragoman.namespaces.NamespaceSettings;
import dev.dragoman.namespaces.template.Template;
import dev.dragoman.namespaces.template.TemplateBroken;
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
        description =
                "Checks overlays: routes, kamelets, the template of namespaces; one line for each"
                        + " problem. Exit code 1 when the operator would not start with them;"
                        + " warnings leave it 0.",
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
        var found = Operator.overlayCheck().check(overlays);
        var broken = template(overlays);
        found.forEach(err::println);
        broken.forEach(err::println);
        boolean sound = broken.isEmpty() && found.stream().allMatch(Problem::warning);
        if (sound) {
            spec.commandLine()
                    .getOut()
                    .printf(
                            "%s, %s and %s are sound%n",
                            counted(overlays.routes().size(), "route file"),
                            counted(overlays.kamelets().size(), "kamelet"),
                            counted(overlays.file(Template.FILE).isPresent() ? 1 : 0, "template"));
        }
        err.flush();
        spec.commandLine().getOut().flush();
        return sound ? 0 : 1;
    }

    /** Which kinds it may contain is a setting, so the environment should be the operator's. */
    private static List<String> template(Overlays overlays) {
        try {
            var env = System.getenv();
            var settings =
                    NamespaceSettings.from(
                            env, env.getOrDefault("POD_NAMESPACE", "dragoman-system"));
            var _ = NamespaceLane.template(overlays.file(Template.FILE), settings);
            return List.of();
        } catch (TemplateBroken broken) {
            return broken.problems();
        } catch (IllegalArgumentException setting) {
            return List.of(setting.getMessage());
        }
    }

    private static String counted(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
